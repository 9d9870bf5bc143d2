package dev.baton.bench.server;

import dev.baton.bench.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Workers that hold long polls open, and clients that submit runs at a steady rate: how many a server takes, how long
 * each waits, and what becomes of its memory. {@code bench/load} starts it.
 */
public final class ServerLoad {

    private static final int CONNECTIONS = 16;
    private static final int WARM_UP_SECONDS = 10;

    private final LoadedServer server;
    private final LoadOptions options;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final PollingWorker.Tally tally = new PollingWorker.Tally();

    private ServerLoad(LoadedServer server, LoadOptions options) {
        this.server = server;
        this.options = options;
    }

    /** Options: {@code --jar FILE --rate N --seconds N --polls N --by server|workers}. */
    public static void main(String[] args) throws Exception {
        LoadOptions options = LoadOptions.parse(args);
        try (LoadedServer server = LoadedServer.start(Path.of(options.jar()), options.by())) {
            new ServerLoad(server, options).measure();
        }
        // Polls may still be held open.
        System.exit(0);
    }

    private void measure() throws IOException, InterruptedException {
        String workerToken = server.newWorkerToken();
        for (int i = 0; i < options.polls(); i++) {
            start(new PollingWorker(server.address(), workerToken, i, tally, stop));
        }
        Progress.say("warming up");
        submit(WARM_UP_SECONDS);
        Progress.say("measuring");
        double begin = server.uptime();
        double cpu = server.processorSeconds();
        List<Double> resident = new ArrayList<>();
        Thread watch = start(() -> watch(resident));
        long started = System.nanoTime();
        List<Submitter> submitters = submit(options.seconds());
        double seconds = (System.nanoTime() - started) / 1e9;
        watch.join();
        double busy = server.processorSeconds() - cpu;
        LoadReport report = new LoadReport(
                seconds,
                resident,
                server.collections().stream()
                        .filter(collection -> collection.second() >= begin)
                        .toList());
        print(submitters, report, busy);
        stop.set(true);
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private List<Submitter> submit(int seconds) throws IOException, InterruptedException {
        long interval = TimeUnit.SECONDS.toNanos(1) * CONNECTIONS / options.rate();
        int count = options.rate() * seconds / CONNECTIONS;
        long from = System.nanoTime();
        List<Submitter> submitters = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            // One after the other, so that they do not all come at once.
            long offset = interval * i / CONNECTIONS;
            submitters.add(new Submitter(server.address(), server.token(), from + offset, interval, count));
        }
        submitters.forEach(submitter -> threads.add(start(submitter)));
        for (Thread thread : threads) {
            thread.join();
        }
        return submitters;
    }

    /** Looks at the memory at the start, in the middle and at the end. */
    private void watch(List<Double> resident) {
        try {
            for (int i = 0; i < 3; i++) {
                resident.add(server.residentMegabytes().orElse(Double.NaN));
                if (i < 2) {
                    Thread.sleep(options.seconds() * 500L);
                }
            }
        } catch (IOException | InterruptedException e) {
            Progress.say("the memory cannot be watched: " + e);
        }
    }

    private void print(List<Submitter> submitters, LoadReport report, double busy) throws IOException {
        double[] millis = submitters.stream()
                .flatMapToDouble(submitter -> Arrays.stream(submitter.millis()))
                .sorted()
                .toArray();
        int errors = submitters.stream().mapToInt(Submitter::errors).sum();
        System.out.printf(
                "%d cores, load %.1f at the end; server with -Xmx256m on SQLite, Java %s; %d long polls, runs executed by %s%n",
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.version(),
                options.polls(),
                options.by() == LoadedServer.By.SERVER ? "the server" : "the workers");
        int left = submitters.stream().mapToInt(Submitter::left).sum();
        report.print(millis, errors, left);
        System.out.printf(
                "polls: %,d answered, after %,d ms at most; %,d runs finished by workers, %d errors; the server used %.2f processors%n",
                tally.polls().get(),
                tally.longestPoll().get(),
                tally.finished().get(),
                tally.errors().get(),
                busy / report.seconds());
        submitters.stream()
                .map(Submitter::firstError)
                .filter(error -> !error.isEmpty())
                .findFirst()
                .ifPresent(error -> System.out.println("first error of a submission: " + error));
        if (tally.errors().get() > 0) {
            System.out.println("first error of a worker: " + tally.firstError().get());
        }
        List<String> complaints = server.complaints();
        complaints.stream().limit(10).forEach(line -> System.out.println("server: " + line));
    }
}

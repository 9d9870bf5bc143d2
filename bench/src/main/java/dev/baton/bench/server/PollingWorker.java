package dev.baton.bench.server;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A worker that holds a long poll open, and does nothing with what it is given but to say that it is done. */
final class PollingWorker implements Runnable {

    private static final Pattern WORKER = Pattern.compile("\"worker\":\"([^\"]+)\"");
    private static final Pattern LEASE = Pattern.compile("\"lease\":\"([^\"]+)\"");
    private static final String PATIENCE = "3s";
    private static final int FORGOTTEN = 404;
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final URI server;
    private final String token;
    private final int number;
    private final Tally tally;
    private final AtomicBoolean stop;
    private long lastBeat = System.nanoTime();

    /** The sums over all workers; the longest poll is in milliseconds. */
    record Tally(
            AtomicLong polls,
            AtomicLong longestPoll,
            AtomicLong finished,
            AtomicInteger errors,
            AtomicReference<String> firstError) {

        Tally() {
            this(new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicInteger(), new AtomicReference<>(""));
        }

        private void polled(long nanos) {
            polls.incrementAndGet();
            longestPoll.accumulateAndGet(TimeUnit.NANOSECONDS.toMillis(nanos), Math::max);
        }

        private void error(String what) {
            errors.incrementAndGet();
            firstError.compareAndSet("", what);
        }
    }

    PollingWorker(URI server, String token, int number, Tally tally, AtomicBoolean stop) {
        this.server = server;
        this.token = token;
        this.number = number;
        this.tally = tally;
        this.stop = stop;
    }

    @Override
    public void run() {
        try (KeepAlive connection = new KeepAlive(server, token)) {
            String worker = register(connection);
            while (!stop.get()) {
                long asked = System.nanoTime();
                KeepAlive.Answer claimed = post(
                        connection,
                        "claim",
                        "{\"worker\":\"%s\",\"most\":8,\"patience\":\"%s\"}".formatted(worker, PATIENCE));
                tally.polled(System.nanoTime() - asked);
                if (claimed.status() == FORGOTTEN) {
                    worker = register(connection);
                    continue;
                }
                Matcher lease = LEASE.matcher(claimed.body());
                while (lease.find()) {
                    finish(connection, worker, lease.group(1));
                }
                beat(connection, worker);
            }
        } catch (IOException e) {
            if (!stop.get()) {
                tally.error(e.toString());
            }
        }
    }

    private void finish(KeepAlive connection, String worker, String lease) throws IOException {
        post(
                connection,
                "finish",
                "{\"worker\":\"%s\",\"lease\":\"%s\",\"result\":{\"outcome\":\"success\"}}".formatted(worker, lease));
        tally.finished.incrementAndGet();
        beat(connection, worker);
    }

    private void beat(KeepAlive connection, String worker) throws IOException {
        if (System.nanoTime() - lastBeat > HEARTBEAT_NANOS) {
            lastBeat = System.nanoTime();
            post(connection, "heartbeat", "{\"worker\":\"%s\",\"running\":[]}".formatted(worker));
        }
    }

    private String register(KeepAlive connection) throws IOException {
        String introduction = """
                {"name":"load-%d","queues":[],"labels":[],"kinds":["java"],"handlers":["%s"],"capacity":8,"version":"0"}""".formatted(number, LoadedServer.HANDLER);
        Matcher worker =
                WORKER.matcher(post(connection, "register", introduction).body());
        if (!worker.find()) {
            throw new IOException("the server does not say what the worker is called");
        }
        return worker.group(1);
    }

    private KeepAlive.Answer post(KeepAlive connection, String what, String json) throws IOException {
        KeepAlive.Answer answer = connection.post("/workers/" + what, json);
        if (answer.status() / 100 != 2) {
            tally.error(what + ": " + answer.status() + " " + answer.body());
        }
        return answer;
    }
}

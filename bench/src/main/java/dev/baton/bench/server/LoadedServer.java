package dev.baton.bench.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The server under load: the one jar with a heap of 256 MB, on a SQLite file in a directory of its own. */
final class LoadedServer implements AutoCloseable {

    /** The job that is submitted. */
    static final String JOB = "noop";

    /** The handler that executes it, when workers do. */
    static final String HANDLER = "noop";

    private static final Duration START = Duration.ofMinutes(1);
    private static final Pattern LISTENS = Pattern.compile("Baton listens on (http://\\S+)");
    private static final Pattern COLLECTION = Pattern.compile("^\\[([0-9.]+)s].*Pause.* \\d+M->(\\d+)M\\(");
    private static final Pattern SECRET = Pattern.compile("\"secret\":\"([^\"]+)\"");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final Path directory;
    private final Process process;
    private final URI address;

    private LoadedServer(Path directory, Process process, URI address) {
        this.directory = directory;
        this.process = process;
        this.address = address;
    }

    /** The executor of the runs. */
    enum By {
        /** The server itself: a wait of a millisecond. */
        SERVER("kind = \"wait\"\nfor = \"1ms\""),
        /** The workers that poll. */
        WORKERS("command = { handler = \"" + HANDLER + "\" }");

        private final String work;

        By(String work) {
            this.work = work;
        }
    }

    static LoadedServer start(Path jar, By by) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("baton-load-");
        String configuration = """
                [worker]
                enabled = false

                [[jobs]]
                id = "%s"
                %s
                """.formatted(JOB, by.work);
        Path file = Files.writeString(directory.resolve("baton.toml"), configuration);
        Path log = directory.resolve("server.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Xlog:gc:file=" + directory.resolve("gc.log") + ":uptime",
                        "-jar",
                        jar.toString(),
                        "server",
                        "--config",
                        file.toString(),
                        "--port",
                        "0",
                        "--data-dir",
                        directory.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        long until = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < until && process.isAlive()) {
            Matcher listens = LISTENS.matcher(Files.readString(log));
            if (listens.find()) {
                return new LoadedServer(directory, process, URI.create(listens.group(1)));
            }
            Thread.sleep(50);
        }
        process.destroyForcibly();
        throw new IOException("the server did not start:\n" + Files.readString(log));
    }

    URI address() {
        return address;
    }

    String token() throws IOException {
        return Files.readString(directory.resolve("data").resolve("admin.token"))
                .strip();
    }

    /** A new token of the role that workers have. */
    String newWorkerToken() throws IOException {
        try (KeepAlive connection = new KeepAlive(address, token())) {
            KeepAlive.Answer made = connection.post("/tokens", "{\"name\":\"load\",\"role\":\"worker\"}");
            Matcher secret = SECRET.matcher(made.body());
            if (!secret.find()) {
                throw new IOException("no token for workers: " + made);
            }
            return secret.group(1);
        }
    }

    /** The memory that the process has, in megabytes; nothing where there is no /proc. */
    OptionalDouble residentMegabytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return OptionalDouble.empty();
        }
        Matcher resident = RESIDENT.matcher(Files.readString(status));
        return resident.find()
                ? OptionalDouble.of(Integer.parseInt(resident.group(1)) / 1024.0)
                : OptionalDouble.empty();
    }

    /** A collection: when it was, in seconds since the start of the server, and the megabytes that it left. */
    record Collection(double second, int megabytes) {}

    List<Collection> collections() throws IOException {
        List<Collection> all = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("gc.log"))) {
            Matcher collection = COLLECTION.matcher(line);
            if (collection.find()) {
                all.add(new Collection(Double.parseDouble(collection.group(1)), Integer.parseInt(collection.group(2))));
            }
        }
        return all;
    }

    /** How long ago it was started, in seconds. */
    double uptime() {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()).toMillis() / 1000.0)
                .orElse(0.0);
    }

    /** How much of a processor it has used, in seconds. */
    double processorSeconds() {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1000.0;
    }

    /** The warnings and errors in its log. */
    List<String> complaints() throws IOException {
        return Files.readAllLines(directory.resolve("server.log")).stream()
                .filter(line -> line.contains("WARN") || line.contains("ERROR") || line.contains("Exception"))
                .toList();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

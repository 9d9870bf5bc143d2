package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** The long form of the random run, for {@code faults/run}. */
public final class FaultRun {

    private static final int MOST_VIOLATIONS_SHOWN = 30;

    private static final String POSTGRES = "postgres";
    private static final String SQLITE = "sqlite";

    private FaultRun() {}

    /** Runs, prints what it did, and exits with 1 when a promise did not hold, with 2 when it was called wrongly. */
    public static void main(String[] arguments) throws Exception {
        Options options = null;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("faults/run: " + e.getMessage());
            System.exit(2);
        }
        System.exit(run(Objects.requireNonNull(options)) ? 0 : 1);
    }

    private static boolean run(Options options) throws Exception {
        System.out.println("faults/run " + options);
        Path directory = Files.createDirectories(Path.of("target", "faults", options.store + "-" + options.seed));
        clear(directory);
        Report report = options.store.equals(SQLITE)
                ? onSqlite(directory, options.time(), options.seed)
                : onPostgres(directory, options.time(), options.seed);
        System.out.println(report.summary());
        report.violations().stream().limit(MOST_VIOLATIONS_SHOWN).forEach(System.out::println);
        return report.violations().isEmpty();
    }

    /** What was asked for. */
    private record Options(double minutes, long seed, String store) {

        static Options parse(String[] arguments) {
            Options options = new Options(10, ThreadLocalRandom.current().nextLong(1_000_000), POSTGRES);
            for (int i = 0; i < arguments.length; i += 2) {
                if (i + 1 == arguments.length) {
                    throw new IllegalArgumentException(arguments[i] + " needs a value");
                }
                options = options.with(arguments[i], arguments[i + 1]);
            }
            return options;
        }

        private Options with(String option, String value) {
            return switch (option) {
                case "--minutes" -> new Options(Double.parseDouble(value), seed, store);
                case "--seed" -> new Options(minutes, Long.parseLong(value), store);
                case "--store" -> new Options(minutes, seed, known(value));
                default ->
                    throw new IllegalArgumentException(
                            "no option " + option + "; there are --minutes, --seed, --store");
            };
        }

        private static String known(String store) {
            if (!store.equals(POSTGRES) && !store.equals(SQLITE)) {
                throw new IllegalArgumentException("no store " + store + "; there are " + POSTGRES + " and " + SQLITE);
            }
            return store;
        }

        Duration time() {
            return Duration.ofMillis((long) (minutes * 60_000));
        }

        @Override
        public String toString() {
            return "--minutes " + minutes + " --seed " + seed + " --store " + store;
        }
    }

    private static void clear(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    static Report onSqlite(Path directory, Duration time, long seed) throws Exception {
        try (Database database = new SqliteDatabase(directory.resolve("baton.db"))) {
            return new RandomRun(directory, database, 1, Duration.ofSeconds(3), seed).harmFor(time);
        }
    }

    static Report onPostgres(Path directory, Duration time, long seed) throws Exception {
        try (PostgresServer server = PostgresServer.start(Files.createTempDirectory("baton-faults"))) {
            return new RandomRun(directory, server.create("faults"), 3, Duration.ofSeconds(3), seed).harmFor(time);
        }
    }
}

package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** The long form of the random run, for {@code faults/run}. */
public final class FaultRun {

    private static final int MOST_VIOLATIONS_SHOWN = 30;

    private static final String POSTGRES = "postgres";
    private static final String SQLITE = "sqlite";
    private static final String FAILOVER = "failover";
    private static final String POOLER = "pgbouncer";
    private static final List<String> STORES = List.of(POSTGRES, SQLITE, FAILOVER, POOLER);

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
        Report report = run(options, directory);
        System.out.println(report.summary());
        report.violations().stream().limit(MOST_VIOLATIONS_SHOWN).forEach(System.out::println);
        return report.violations().isEmpty();
    }

    private static Report run(Options options, Path directory) throws Exception {
        Duration lease = Duration.ofSeconds(options.lease);
        if (options.store.equals(SQLITE)) {
            return onSqlite(directory, options.time(), options.seed);
        }
        try (DatabaseServer server = server(options.store)) {
            return on(server, lease, directory, options.time(), options.seed);
        }
    }

    private static DatabaseServer server(String store) throws Exception {
        Path data = Files.createTempDirectory("baton-faults");
        return switch (store) {
            case FAILOVER -> PostgresPair.start(data);
            case POOLER ->
                PostgresBehindPooler.start(
                        data,
                        PostgresBehindPooler.program()
                                .orElseThrow(() -> new IllegalStateException("no PgBouncer is installed")));
            default -> PostgresServer.start(data);
        };
    }

    /** What was asked for. */
    private record Options(double minutes, long seed, String store, int lease) {

        static Options parse(String[] arguments) {
            Options options = new Options(10, ThreadLocalRandom.current().nextLong(1_000_000), POSTGRES, 3);
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
                case "--minutes" -> new Options(Double.parseDouble(value), seed, store, lease);
                case "--seed" -> new Options(minutes, Long.parseLong(value), store, lease);
                case "--store" -> new Options(minutes, seed, known(value), lease);
                case "--lease" -> new Options(minutes, seed, store, Integer.parseInt(value));
                default ->
                    throw new IllegalArgumentException(
                            "no option " + option + "; there are --minutes, --seed, --store, --lease");
            };
        }

        private static String known(String store) {
            if (!STORES.contains(store)) {
                throw new IllegalArgumentException("no store " + store + "; there are " + String.join(", ", STORES));
            }
            return store;
        }

        Duration time() {
            return Duration.ofMillis((long) (minutes * 60_000));
        }

        @Override
        public String toString() {
            return "--minutes " + minutes + " --seed " + seed + " --store " + store + " --lease " + lease;
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

    static Report on(DatabaseServer server, Duration lease, Path directory, Duration time, long seed) throws Exception {
        return new RandomRun(directory, server.create("faults"), 3, lease, seed).harmFor(time);
    }
}

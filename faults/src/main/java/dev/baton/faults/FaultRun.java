package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The long form of the random run, for {@code faults/run}. */
public final class FaultRun {

    private static final int MOST_VIOLATIONS_SHOWN = 30;

    private static final String SERVERS = "--server";

    /** As short as a machine with few processors allows. */
    static final int SERVER_LEASE_SECONDS = 10;

    private static final int SERVER_PAUSE_MILLIS = 700;

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
        try {
            System.exit(run(Objects.requireNonNull(options)) ? 0 : 1);
        } catch (Exception | AssertionError e) {
            System.out.println("faults/run " + options + " did not come to its end:");
            e.printStackTrace(System.out);
            System.exit(1);
        }
    }

    private static boolean run(Options options) throws Exception {
        System.out.println("faults/run " + options);
        Path directory =
                Path.of("target", "faults", (options.servers ? "server-" : "") + options.store + "-" + options.seed);
        clear(directory);
        Files.createDirectories(directory);
        Report report = run(options, directory);
        System.out.println(report.summary());
        report.violations().stream().limit(MOST_VIOLATIONS_SHOWN).forEach(System.out::println);
        return report.violations().isEmpty();
    }

    private static Report run(Options options, Path directory) throws Exception {
        Duration lease = Duration.ofSeconds(options.lease);
        if (options.store.equals(SQLITE)) {
            if (options.servers) {
                throw new IllegalArgumentException("--server has no store sqlite: one file is one server's");
            }
            return onSqlite(directory, options.time(), options.seed);
        }
        try (DatabaseServer server = server(options.store)) {
            if (options.servers) {
                return new ServerRun(directory, server, lease, options.seed, Extent.LONG)
                        .harmFor(options.time(), SERVER_PAUSE_MILLIS);
            }
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

    /** The options of the command line. */
    private record Options(double minutes, long seed, String store, int lease, boolean servers) {

        static Options parse(String[] arguments) {
            boolean servers = List.of(arguments).contains(SERVERS);
            Options options = new Options(
                    10,
                    ThreadLocalRandom.current().nextLong(1_000_000),
                    POSTGRES,
                    servers ? SERVER_LEASE_SECONDS : 3,
                    servers);
            List<String> rest =
                    Stream.of(arguments).filter(word -> !word.equals(SERVERS)).toList();
            for (int i = 0; i < rest.size(); i += 2) {
                if (i + 1 == rest.size()) {
                    throw new IllegalArgumentException(rest.get(i) + " needs a value");
                }
                options = options.with(rest.get(i), rest.get(i + 1));
            }
            return options;
        }

        private Options with(String option, String value) {
            return switch (option) {
                case "--minutes" -> new Options(Double.parseDouble(value), seed, store, lease, servers);
                case "--seed" -> new Options(minutes, Long.parseLong(value), store, lease, servers);
                case "--store" -> new Options(minutes, seed, known(value), lease, servers);
                case "--lease" -> new Options(minutes, seed, store, Integer.parseInt(value), servers);
                default ->
                    throw new IllegalArgumentException(
                            "no option " + option + "; there are --server, --minutes, --seed, --store, --lease");
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
            return (servers ? SERVERS + " " : "") + "--minutes " + minutes + " --seed " + seed + " --store " + store
                    + " --lease " + lease;
        }
    }

    /** Removes what an earlier run with the same seed has left. */
    static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (var files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
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

package dev.baton.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The long form of the random run, for {@code faults/run}. */
public final class FaultRun {

    private static final int MOST_VIOLATIONS_SHOWN = 30;

    private FaultRun() {}

    /** Runs, prints what it did, and exits with 1 when a promise did not hold. */
    public static void main(String[] arguments) throws Exception {
        Duration time = Duration.ofMinutes(10);
        long seed = ThreadLocalRandom.current().nextLong(1_000_000);
        String store = "postgres";
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--minutes" -> time = Duration.ofMillis((long) (Double.parseDouble(arguments[i + 1]) * 60_000));
                case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
                case "--store" -> store = arguments[i + 1];
                default -> throw new IllegalArgumentException("faults/run knows no " + arguments[i]);
            }
        }
        System.out.println("faults/run --seed " + seed + " --store " + store + " for " + time);
        Path directory = Files.createDirectories(Path.of("target", "faults", store + "-" + seed));
        clear(directory);
        Report report = store.equals("sqlite") ? onSqlite(directory, time, seed) : onPostgres(directory, time, seed);
        System.out.println(report.summary());
        report.violations().stream().limit(MOST_VIOLATIONS_SHOWN).forEach(System.out::println);
        System.exit(report.violations().isEmpty() ? 0 : 1);
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

package dev.baton.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Each shop is started twice on one PostgreSQL, with a kill -9 in between, and the ledger tells what became of the
 * orders. The table goes to {@code target/compare.md}.
 */
class CompareTest {

    private static final int ORDERS = 40;
    private static final int PLACED = ORDERS - ORDERS / 5;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * What became of the orders.
     *
     * @param scheduler which scheduler
     * @param lines how many lines its class has that are neither empty nor comments nor imports
     * @param closed how many of the placed orders were closed
     * @param ghosts how many orders were processed that were rolled back
     * @param again how many effects happened twice
     * @param seconds from the second start to the last effect
     */
    private record Outcome(String scheduler, long lines, long closed, long ghosts, long again, double seconds) {}

    @Test
    void baton_loses_nothing_and_the_others_are_what_they_are() throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            for (String scheduler : List.of("baton", "db-scheduler", "jobrunr", "quartz")) {
                outcomes.add(twice(postgres, scheduler));
            }
        }
        StringBuilder table = new StringBuilder("""
                | | lines | orders closed | started although rolled back | effects repeated | seconds after the kill |
                | --- | --- | --- | --- | --- | --- |
                """);
        outcomes.forEach(o -> table.append("| %s | %d | %d of %d | %d | %d | %.1f |%n"
                .formatted(o.scheduler, o.lines, o.closed, PLACED, o.ghosts, o.again, o.seconds)));
        Files.writeString(Path.of("target", "compare.md"), table);
        System.out.println(table);

        Outcome baton = outcomes.get(0);
        assertThat(baton.closed).isEqualTo(PLACED);
        assertThat(baton.ghosts).isZero();
    }

    private static Outcome twice(EmbeddedPostgres postgres, String scheduler) throws Exception {
        String database = scheduler.replace('-', '_');
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
        }
        String url = postgres.getJdbcUrl("postgres", database);
        try (Connection look = postgres.getDatabase("postgres", database).getConnection()) {
            Process first = start(scheduler, url, Integer.toString(ORDERS));
            await(() -> count(look, "SELECT count(*) FROM customer_order") == PLACED
                    && count(look, "SELECT count(*) FROM ledger") >= PLACED);
            first.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            long killed = System.nanoTime();
            Process second = start(scheduler, url);
            await(() -> count(look, "SELECT count(DISTINCT number) FROM ledger WHERE effect = 'close'") >= PLACED);
            double seconds = (System.nanoTime() - killed) / 1e9;
            second.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            return new Outcome(
                    scheduler,
                    lines(scheduler),
                    count(look, """
                            SELECT count(DISTINCT number) FROM ledger JOIN customer_order USING (number)
                            WHERE effect = 'close'"""),
                    count(look, """
                            SELECT count(DISTINCT number) FROM ledger
                            WHERE number NOT IN (SELECT number FROM customer_order)"""),
                    count(look, "SELECT count(*) - count(DISTINCT (number, effect)) FROM ledger"),
                    seconds);
        }
    }

    private static Process start(String scheduler, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                ShopProcess.class.getName(),
                scheduler));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", scheduler + ".log").toFile()))
                .start();
    }

    /** Waits for a condition, for two minutes at most: a scheduler that lost something is judged by its ledger. */
    private static void await(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static long lines(String scheduler) {
        String name = switch (scheduler) {
            case "baton" -> "BatonOrders";
            case "db-scheduler" -> "DbSchedulerOrders";
            case "jobrunr" -> "JobRunrOrders";
            default -> "QuartzOrders";
        };
        try (var lines = Files.lines(Path.of("src/main/java/dev/baton/compare/" + name + ".java"))) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty()
                            && !line.startsWith("import ")
                            && !line.startsWith("package ")
                            && !line.startsWith("*")
                            && !line.startsWith("/*")
                            && !line.startsWith("//"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

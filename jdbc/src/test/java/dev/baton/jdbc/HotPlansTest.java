package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jdbc.Writer.Ending;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What PostgreSQL means to do for the statements that run all the time, on full tables that it was never told anything
 * about: 100,000 executions have ended, 100,000 are ready and 100,000 are delayed.
 */
class HotPlansTest {

    private static final int ROWS = 100_000;
    private static TestDatabase database;
    private static Store store;

    @BeforeAll
    static void fill() throws SQLException {
        database = TestDatabase.Kind.POSTGRES.fresh();
        store = database.stores().get();
        store.open(Duration.ofMinutes(1), () -> {});
        String id = "('00000000-0000-7000-%s-' || lpad(n::text, 12, '0'))::uuid";
        execute("ALTER TABLE baton_execution SET (autovacuum_enabled = off)");
        execute("ALTER TABLE baton_ended SET (autovacuum_enabled = off)");
        execute("""
                INSERT INTO baton_execution (id, name, trigger, created, queue, not_before)
                SELECT %s, 'job', 'submit', n, 'default', 0 FROM generate_series(1, %d) AS n""".formatted(id.formatted("8000"), ROWS));
        execute("""
                INSERT INTO baton_execution (id, name, trigger, created, queue, not_before, priority)
                SELECT %s, 'job', 'submit', n, 'default', 9000000000000000, 1000 FROM generate_series(1, %d) AS n""".formatted(id.formatted("8001"), ROWS));
        execute("""
                INSERT INTO baton_ended (
                    id, name, trigger, created, parameters, queue, labels, priority, status, flags, begun, ended, steps)
                SELECT %s, 'job', 'submit', n, '{}', 'default', '{}', 0, 'success', 0, n, n, 1
                FROM generate_series(1, %d) AS n""".formatted(id.formatted("8002"), ROWS));
    }

    @AfterAll
    static void close() {
        store.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @FunctionalInterface
    private interface Binding {
        void bind(Connection connection, PreparedStatement statement) throws SQLException;
    }

    /** What is done for a statement behind the fence, and taken back. */
    private static List<String> plan(String sql, Binding binding) throws SQLException {
        return plan("TIMING OFF", sql, binding);
    }

    private static List<String> plan(String options, String sql, Binding binding) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            new PostgresFence().enter(connection, store.node());
            List<String> lines = new ArrayList<>();
            try (PreparedStatement explain = connection.prepareStatement("EXPLAIN (ANALYZE, " + options + ") " + sql)) {
                binding.bind(connection, explain);
                try (ResultSet row = explain.executeQuery()) {
                    while (row.next()) {
                        lines.add(row.getString(1));
                    }
                }
            }
            connection.rollback();
            return lines;
        }
    }

    private static void bindClaim(Connection connection, PreparedStatement claim) throws SQLException {
        claim.setArray(1, texts(connection, "default"));
        claim.setLong(2, Long.MIN_VALUE);
        claim.setArray(3, texts(connection, "job"));
        claim.setArray(4, texts(connection));
        claim.setBoolean(5, true);
        claim.setInt(6, 200);
        claim.setArray(7, texts(connection, "job"));
        claim.setInt(8, 200);
        claim.setObject(9, store.node());
    }

    private static Array texts(Connection connection, Object... texts) throws SQLException {
        return connection.createArrayOf("text", texts);
    }

    /** How many rows the busiest part of a plan passed on or left out. */
    private static long busiest(List<String> plan) {
        long most = 0;
        for (String line : plan) {
            var rows = Pattern.compile("actual rows=([0-9.]+) loops=(\\d+)|Removed by Filter: (\\d+)")
                    .matcher(line);
            while (rows.find()) {
                double count = rows.group(3) != null
                        ? Double.parseDouble(rows.group(3))
                        : Double.parseDouble(rows.group(1)) * Long.parseLong(rows.group(2));
                most = Math.max(most, Math.round(count));
            }
        }
        return most;
    }

    @Test
    void a_claim_of_all_queues_walks_along_the_index() throws SQLException {
        List<String> plan = plan(PostgresClaims.CLAIM_ALL, HotPlansTest::bindClaim);

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
        assertThat(plan).anyMatch(line -> line.contains("baton_execution_ready"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isBetween(200L, 400L);
    }

    @Test
    void a_claim_of_served_queues_walks_along_the_index() throws SQLException {
        List<String> plan = plan(PostgresClaims.CLAIM_SERVED, HotPlansTest::bindClaim);

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isBetween(200L, 400L);
    }

    @Test
    void a_claim_that_goes_on_from_a_mark_walks_along_nothing_of_what_was_claimed_before() throws SQLException {
        execute("UPDATE baton_execution SET owner = gen_random_uuid() WHERE not_before = 0 AND created <= 50000");
        try {
            List<String> plan = plan("TIMING OFF, BUFFERS", PostgresClaims.CLAIM_SERVED, (connection, claim) -> {
                bindClaim(connection, claim);
                claim.setLong(2, 50_000);
            });

            // Other tests leave dead entries in other places of the index: only the walk for the claim counts.
            String pages = plan.stream()
                    .dropWhile(line -> !line.contains("LockRows"))
                    .filter(line -> line.contains("Buffers: shared"))
                    .findFirst()
                    .orElseThrow();
            long read = Pattern.compile("(?:hit|read)=(\\d+)")
                    .matcher(pages)
                    .results()
                    .mapToLong(count -> Long.parseLong(count.group(1)))
                    .sum();
            assertThat(read).as(String.join("\n", plan)).isLessThan(1_000);
        } finally {
            execute("UPDATE baton_execution SET owner = NULL WHERE owner IS NOT NULL");
        }
    }

    @Test
    void what_was_set_aside_costs_a_claim_nothing() throws SQLException {
        execute("UPDATE baton_execution SET flags = %d WHERE owner IS NULL".formatted(State.SET_ASIDE));
        try {
            List<String> plan = plan(PostgresClaims.CLAIM_ALL, (connection, claim) -> {
                bindClaim(connection, claim);
                claim.setArray(3, texts(connection, "another"));
                claim.setArray(7, texts(connection, "another"));
            });

            assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
            assertThat(busiest(plan)).as(String.join("\n", plan)).isLessThan(10);
        } finally {
            execute("UPDATE baton_execution SET flags = 0 WHERE owner IS NULL");
        }
    }

    @Test
    void setting_aside_looks_at_the_first_of_a_queue_alone() throws SQLException {
        List<String> plan = plan(PostgresClaims.SET_ASIDE_ALL, (connection, update) -> {
            update.setArray(1, texts(connection));
            update.setLong(2, Long.MAX_VALUE);
            update.setArray(3, texts(connection, "another"));
            update.setBoolean(4, false);
        });

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isEqualTo(PassedOver.AT_MOST);
    }

    @Test
    void what_is_delayed_costs_nothing_to_look_for() throws SQLException {
        List<String> plan = plan(PostgresClaims.FALL_DUE, (connection, update) -> update.setLong(1, 1_000_000));

        assertThat(plan).anyMatch(line -> line.contains("baton_execution_delayed"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isZero();
    }

    @Test
    void an_end_goes_by_the_primary_key() throws SQLException {
        UUID first = UUID.fromString("00000000-0000-7000-8000-000000000001");
        execute("UPDATE baton_execution SET owner = '%s' WHERE id = '%s'".formatted(store.node(), first));
        Columns.Rows rows = PostgresEnds.STATE.of(List.of(ending(first)));
        List<String> plan = plan(PostgresEnds.WITHOUT_RUN.formatted(rows.table()), (connection, move) -> {
            move.setObject(rows.bind(connection, move), store.node());
        });

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Hash"));
        assertThat(plan).anyMatch(line -> line.contains("Index Scan using baton_execution_pkey"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isEqualTo(1);
    }

    private static Ending ending(UUID id) {
        ExecutionRecord active = Samples.execution("job");
        return new Ending(new ExecutionRecord(id, active.name(), active.cause(), active.place(), active.state()), null);
    }

    @Test
    void an_end_of_many_goes_by_the_primary_key() throws SQLException {
        Object[] ids = new Object[500];
        for (int n = 0; n < ids.length; n++) {
            ids[n] = UUID.fromString("00000000-0000-7000-8000-" + String.format("%012d", n + 1_000));
        }
        List<String> plan = plan(PostgresEnds.REMOVE, (connection, remove) -> {
            remove.setArray(1, connection.createArrayOf("uuid", ids));
            remove.setObject(2, store.node());
        });

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
        assertThat(plan).anyMatch(line -> line.contains("Index Scan using baton_execution_pkey"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isEqualTo(500);
    }

    @Test
    void who_leaves_a_gate_is_found_by_the_primary_key() throws SQLException {
        Columns.Rows rows = PostgresWriter.LEAVING.of(List.of(new Store.ReturnedPermit("job", UUID.randomUUID(), 0)));
        List<String> plan =
                plan(PostgresWriter.LEAVE.formatted(rows.table()), (connection, leave) -> rows.bind(connection, leave));

        assertThat(plan)
                .as(String.join("\n", plan))
                .anyMatch(line -> line.contains("Index Cond: ((gate = l.gate) AND (execution = l.execution)"));
    }

    @Test
    void removing_what_has_ended_walks_along_the_index_past_what_is_nested_in_something_active() throws SQLException {
        execute("""
                UPDATE baton_ended
                SET key = 'within:00000000-0000-7000-8000-' || lpad(ended::text, 12, '0') || '.0'
                WHERE ended <= 100""");
        String remove = new Pruning(Dialect.POSTGRES).remove;
        List<String> plan = plan(remove, (connection, delete) -> {
            delete.setString(1, "job");
            delete.setLong(2, ROWS / 2);
            delete.setObject(3, UUID.randomUUID());
            delete.setInt(4, 200);
        });

        assertThat(plan).as(String.join("\n", plan)).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isBetween(100L, 400L);
    }

    @Test
    void removing_what_has_ended_walks_past_what_is_awaited() throws SQLException {
        execute("""
                INSERT INTO baton_awaited (parent, child)
                SELECT ended.id, child.id
                FROM baton_ended AS ended
                JOIN baton_execution AS child ON child.created = ended.ended AND child.not_before <> 0
                WHERE ended.ended > 10000""");
        // As it is done: not behind the fence, and on tables that PostgreSQL was told nothing about.
        List<String> plan = new ArrayList<>();
        try (Connection connection = database.connect();
                PreparedStatement delete = connection.prepareStatement(
                        "EXPLAIN (ANALYZE, TIMING OFF) " + new Pruning(Dialect.POSTGRES).remove)) {
            connection.setAutoCommit(false);
            delete.setString(1, "job");
            delete.setLong(2, ROWS / 2);
            delete.setObject(3, UUID.randomUUID());
            delete.setInt(4, 10_000);
            try (ResultSet row = delete.executeQuery()) {
                while (row.next()) {
                    plan.add(row.getString(1));
                }
            }
            connection.rollback();
        }

        assertThat(plan).as(String.join("\n", plan)).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(busiest(plan)).as(String.join("\n", plan)).isBetween(10_000L, 60_000L);
    }

    /** The plan that serves all values, which prepared statements behind the fence use. */
    private static List<String> genericPlan(String sql) throws SQLException {
        StringBuilder numbered = new StringBuilder();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < sql.length(); i++) {
            char each = sql.charAt(i);
            if (each == '?') {
                values.add("NULL");
            }
            numbered.append(each == '?' ? "$" + values.size() : String.valueOf(each));
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            new PostgresFence().enter(connection, store.node());
            statement.execute("PREPARE hot AS " + numbered);
            List<String> lines = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery("EXPLAIN EXECUTE hot (%s)".formatted(String.join(", ", values)))) {
                while (row.next()) {
                    lines.add(row.getString(1));
                }
            }
            connection.rollback();
            return lines;
        }
    }

    static List<String> hotStatements() {
        UUID id = UUID.randomUUID();
        return List.of(
                PostgresClaims.CLAIM_ALL,
                PostgresClaims.CLAIM_SERVED,
                PostgresClaims.FALL_DUE,
                PostgresClaims.SET_ASIDE_ALL,
                PostgresEnds.WITHOUT_RUN.formatted(
                        PostgresEnds.STATE.of(List.of(ending(id))).table()),
                PostgresEnds.REMOVE,
                PostgresWriter.INSERT_NEW.formatted(PostgresWriter.creations(id, Set.of())
                        .of(List.of(Samples.unowned(Samples.execution("job"))))
                        .table()));
    }

    @ParameterizedTest
    @MethodSource("hotStatements")
    void a_plan_for_all_values_reads_no_table_from_end_to_end(String sql) throws SQLException {
        List<String> plan = genericPlan(sql);

        assertThat(plan)
                .as(String.join("\n", plan))
                .noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap") || line.contains("Hash"));
    }
}

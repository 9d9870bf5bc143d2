package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Action;
import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.policy.Retry;
import dev.baton.spi.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The caller's transactions, and the bodies': executions start, and effects happen, if and only if they commit. */
@Timeout(180)
class TransactionsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Nested
    class OnSqlite extends Transactions {

        @TempDir
        Path folder;

        @Override
        Store store() {
            return Stores.sqlite(folder.resolve("baton.db"));
        }

        @Override
        Connection connect() throws SQLException {
            return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("baton.db") + "?busy_timeout=10000");
        }

        @Test
        void a_body_that_leaves_a_statement_open_fails_its_attempt() throws Exception {
            AtomicInteger calls = new AtomicInteger();
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay").run(context -> {
                    calls.incrementAndGet();
                    leaveOpen(Stores.connection(context), "INSERT INTO account VALUES ('ada', 5) RETURNING amount");
                }));
                baton.start();
                Execution execution = baton.trigger("pay").await(LONG);
                assertThat(execution).failed();
                assertThat(execution.run("pay").reason()).contains("left a statement open");
            }
            assertThat(calls).hasValue(1);
            assertThat(total()).isZero();
        }

        @SuppressWarnings("resource") // it is what the body does wrong
        private static void leaveOpen(Connection connection, String sql) throws SQLException {
            assertThat(connection.createStatement().executeQuery(sql).next()).isTrue();
        }
    }

    @Nested
    class OnPostgres extends Transactions {

        private final DataSource database = RealPostgres.freshSchema();

        @Override
        Store store() {
            return Stores.postgres(database);
        }

        @Override
        Connection connect() throws SQLException {
            return database.getConnection();
        }

        @Test
        void a_deferred_constraint_that_is_violated_fails_the_attempt() throws Exception {
            RealPostgres.execute(database, "CREATE TABLE once (id INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)");
            assertFails("duplicate key", context -> {
                try (Statement statement = Stores.connection(context).createStatement()) {
                    statement.executeUpdate("INSERT INTO once VALUES (1), (1)");
                }
            });
        }

        @Test
        void a_statement_whose_failure_the_body_ignores_fails_the_attempt() throws Exception {
            assertFails("current transaction is aborted", context -> {
                try (Statement statement = Stores.connection(context).createStatement()) {
                    statement.executeUpdate("INSERT INTO nowhere VALUES (1)");
                } catch (SQLException ignored) {
                    assertThat(ignored.getMessage()).contains("nowhere");
                }
            });
        }

        @Test
        void what_a_body_wrote_is_not_committed_when_its_node_was_replaced_meanwhile() throws Exception {
            payOnANodeThatIsReplaced();

            assertThat(total()).isEqualTo(5);
        }

        @Test
        void nobody_hears_of_an_end_that_was_not_recorded_because_the_node_was_replaced() throws Exception {
            assertThat(payOnANodeThatIsReplaced()).isEqualTo(2);
        }

        /** Returns how often the body had been called when its execution was said to have ended. */
        private int payOnANodeThatIsReplaced() throws Exception {
            ReplacedNode replaced = new ReplacedNode(store(), this::declareAllDead);
            AtomicInteger calls = new AtomicInteger();
            try (Baton baton = Baton.builder()
                    .store(replaced.store())
                    .lease(Duration.ofSeconds(2))
                    .build()) {
                baton.add(Job.named("pay").run(context -> {
                    pay(Stores.connection(context), 5);
                    if (calls.incrementAndGet() == 1) {
                        replaced.replaceBeforeNextRecord();
                    }
                }));
                baton.start();
                assertThat(baton.trigger("pay").await(LONG)).succeeded();
                return calls.get();
            }
        }

        private void declareAllDead() throws SQLException {
            try (Store other = store()) {
                other.open(LONG, () -> {});
                do {
                    // Once more, if the node has sent a heartbeat in between.
                    execute("UPDATE baton_node SET expires = now() - interval '1 second' WHERE id <> '" + other.node()
                            + "'");
                } while (!other.beat().others().isEmpty());
                other.handOver();
            }
        }
    }

    abstract static class Transactions {

        abstract Store store();

        abstract Connection connect() throws SQLException;

        @BeforeEach
        void createTable() throws SQLException {
            execute("CREATE TABLE account (name VARCHAR(20), amount INTEGER)");
        }

        void execute(String sql) throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        int total() throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet sum = statement.executeQuery("SELECT COALESCE(SUM(amount), 0) FROM account")) {
                sum.next();
                return sum.getInt(1);
            }
        }

        static void pay(Connection connection, int amount) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO account VALUES ('ada', " + amount + ")");
            }
        }

        void assertFails(String error, Action body) throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay").run(body));
                baton.start();
                Execution execution = baton.trigger("pay").await(LONG);
                assertThat(execution).failed();
                assertThat(execution.run("pay").error()).get().asString().contains(error);
            }
        }

        @Test
        void a_body_that_closes_its_connection_fails_its_attempt() throws Exception {
            assertFails("was closed by the body", context -> {
                try (Connection connection = Stores.connection(context)) {
                    pay(connection, 5);
                }
            });
            assertThat(total()).isZero();
        }

        @Test
        void an_execution_exists_if_and_only_if_the_callers_transaction_commits() throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("ship").call(context -> context.parameter("order", Integer.class)));
                baton.start();
                UUID committed;
                UUID rolledBack;
                try (Connection connection = connect()) {
                    connection.setAutoCommit(false);
                    pay(connection, 10);
                    committed = Enqueue.enqueue(connection, "ship", Map.of("order", 1), null);
                    connection.commit();
                    pay(connection, 100);
                    rolledBack = Enqueue.enqueue(connection, "ship", Map.of("order", 2), null);
                    connection.rollback();
                }
                Execution execution = baton.execution(committed).await(LONG);
                assertThat(execution).succeeded();
                assertThat(execution.run("ship").output()).contains(1);
                assertThatThrownBy(() -> baton.execution(rolledBack)).isInstanceOf(NoSuchExecutionException.class);
                assertThat(total()).isEqualTo(10);
            }
        }

        @Test
        void an_execution_that_was_enqueued_and_has_grown_keeps_the_graph_it_grew_from() throws Exception {
            Job find = Job.named("find").run(context -> context.extend(Extension.define(e -> e.step("a", "work"))));
            UUID id;
            try (Baton baton =
                    Baton.builder().store(store()).closeGrace(Duration.ZERO).build()) {
                CountDownLatch working = new CountDownLatch(1);
                baton.add(find);
                baton.add(Job.named("work").run(context -> {
                    working.countDown();
                    context.sleep(Duration.ofHours(1));
                }));
                baton.start();
                try (Connection connection = connect()) {
                    id = Enqueue.enqueue(connection, "find", Map.of(), null);
                }
                working.await();
            }
            try (Baton baton = Baton.on(store())) {
                baton.add(find);
                baton.add(Job.named("work").run(context -> {}));
                baton.add(Job.named("other").run(context -> {}));
                baton.addDependency("find", "other");
                baton.start();
                Execution execution = baton.execution(id).await(LONG);
                assertThat(execution).succeeded().ran("find", "a");
                assertThat(execution.runs()).hasSize(2);
            }
        }

        @Test
        void what_a_body_writes_is_committed_with_the_steps_it_adds() throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("work").run(context -> {}));
                baton.add(Job.named("pay").run(context -> {
                    pay(Stores.connection(context), 5);
                    context.extend(Extension.define(e -> e.step("a", "work")));
                }));
                baton.start();
                assertThat(baton.trigger("pay").await(LONG)).succeeded().ran("pay", "a");
                assertThat(total()).isEqualTo(5);
            }
        }

        @Test
        void what_a_body_wrote_is_taken_back_when_its_steps_cannot_be_added() throws Exception {
            CountDownLatch extended = new CountDownLatch(2);
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("work").run(context -> {}));
                baton.add(Workflow.define("w", w -> {
                    for (String step : List.of("one", "other")) {
                        w.run(step, context -> {
                            context.extend(Extension.define(e -> e.step("a", "work")));
                            extended.countDown();
                            extended.await();
                            pay(Stores.connection(context), 5);
                        });
                    }
                }));
                baton.start();
                assertThat(baton.trigger("w").await(LONG)).failed().ran("a");
                assertThat(total()).isEqualTo(5);
            }
        }

        @Test
        void what_a_body_writes_is_committed_with_the_end_of_its_run() throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay").run(context -> pay(Stores.connection(context), 5)));
                baton.start();
                for (int i = 0; i < 20; i++) {
                    baton.trigger("pay");
                }
                for (Execution execution : baton.activeExecutions()) {
                    execution.await(LONG);
                }
                assertThat(total()).isEqualTo(100);
            }
        }

        @Test
        void each_of_several_bodies_of_an_execution_commits_what_it_wrote_with_its_own_end() throws Exception {
            int bodies = 6;
            try (Baton baton = Baton.on(store())) {
                baton.add(Workflow.define("w", w -> {
                    for (int i = 0; i < bodies; i++) {
                        w.run("pay" + i, context -> pay(Stores.connection(context), 5));
                    }
                }));
                baton.start();
                for (int i = 0; i < 5; i++) {
                    assertThat(baton.trigger("w").await(LONG)).succeeded();
                }
                assertThat(total()).isEqualTo(5 * bodies * 5);
            }
        }

        @Test
        void what_a_body_wrote_before_it_failed_is_taken_back() throws Exception {
            AtomicInteger attempts = new AtomicInteger();
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay")
                        .retry(Retry.fixed(3, Duration.ofMillis(1)))
                        .run(context -> {
                            pay(Stores.connection(context), 7);
                            if (attempts.incrementAndGet() < 3) {
                                throw new IllegalStateException("no");
                            }
                        }));
                baton.start();
                assertThat(baton.trigger("pay").await(LONG)).succeeded().hadAttempts("pay", 3);
                assertThat(total()).isEqualTo(7);
            }
        }

        @Test
        void a_body_that_is_cancelled_has_written_nothing() throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay").run(context -> {
                    context.sleep(Duration.ofMillis(1));
                    pay(Stores.connection(context), 7);
                    context.sleep(Duration.ofHours(1));
                }));
                baton.start();
                Execution execution = baton.trigger("pay");
                await().atMost(LONG).pollInterval(Duration.ofMillis(1)).until(() -> baton.isRunning("pay"));
                execution.cancel();
                assertThat(execution.await(LONG)).has("pay", RunStatus.CANCELLED);
                assertThat(total()).isZero();
            }
        }

        @Test
        void a_statement_that_fails_at_the_end_fails_the_attempt() throws Exception {
            try (Baton baton = Baton.on(store())) {
                baton.add(Job.named("pay").run(context -> {
                    try (Statement statement = Stores.connection(context).createStatement()) {
                        statement.executeUpdate("INSERT INTO nowhere VALUES (1)");
                    }
                }));
                baton.start();
                assertThat(baton.trigger("pay").await(LONG)).failed();
            }
        }
    }
}

package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.NotPossibleException;
import dev.baton.error.NotRecordedException;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that a database refuses for good, here because triggers of its owner forbid them. */
@Timeout(120)
class RefusedRecordsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Nested
    class OnSqlite extends Refusals {

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

        @Override
        AutoCloseable lock() throws SQLException {
            Connection connection = connect();
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
            }
            return connection;
        }

        @Override
        void forbid(String table, String event, String condition) throws SQLException {
            execute("""
                    CREATE TRIGGER forbid_%1$s_%2$s
                    BEFORE %2$s ON %1$s
                    WHEN %3$s
                    BEGIN
                        SELECT RAISE(ABORT, 'not in this house');
                    END""".formatted(table, event, condition));
        }
    }

    @Nested
    class OnPostgres extends Refusals {

        private final DataSource database = RealPostgres.freshSchema();

        @Override
        Store store() {
            return Stores.postgres(database);
        }

        @Override
        Connection connect() throws SQLException {
            return database.getConnection();
        }

        @Override
        AutoCloseable lock() throws SQLException {
            Connection connection = connect();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("LOCK TABLE baton_run IN EXCLUSIVE MODE");
            }
            return connection;
        }

        @Override
        void forbid(String table, String event, String condition) throws SQLException {
            execute("""
                    CREATE OR REPLACE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        RAISE 'not in this house';
                    END $$""");
            execute("""
                    CREATE TRIGGER forbid_%1$s_%2$s
                    BEFORE %2$s ON %1$s
                    FOR EACH ROW WHEN (%3$s)
                    EXECUTE FUNCTION forbid()""".formatted(table, event, condition));
        }

        @Test
        void what_a_trigger_cannot_do_since_its_table_is_missing_is_refused_and_harms_no_other() throws Exception {
            execute("""
                    CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        INSERT INTO dropped VALUES (NEW.name);
                        RETURN NEW;
                    END $$""");
            execute("""
                    CREATE TRIGGER audit
                    BEFORE INSERT ON baton_ended
                    FOR EACH ROW WHEN (NEW.output LIKE '%LOUD%')
                    EXECUTE FUNCTION audit()""");
            baton.add(Job.named("pay").call(context -> "LOUD"));
            Execution pay = baton.trigger("pay");
            // As many as it takes to have some that are recorded by the same writer.
            List<Execution> others =
                    Stream.generate(() -> baton.trigger("quiet")).limit(20).toList();
            assertThat(pay.await(LONG)).failed();
            assertThat(pay.run("pay").reason()).contains("could not be recorded", "dropped");
            for (Execution other : others) {
                assertThat(other.await(LONG)).succeeded();
            }
        }

        @Test
        void what_cannot_be_recorded_since_a_table_is_missing_is_kept_until_it_is_there_again() throws Exception {
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            baton.add(Job.named("long").call(context -> {
                calls.incrementAndGet();
                running.countDown();
                end.await();
                return "done";
            }));
            Execution execution = baton.trigger("long");
            running.await();
            execute("ALTER TABLE baton_ended RENAME TO baton_elsewhere");
            end.countDown();
            assertThatThrownBy(() -> baton.trigger("quiet"))
                    .isInstanceOf(NotRecordedException.class)
                    .hasMessageContaining("could not be reached");
            execute("ALTER TABLE baton_elsewhere RENAME TO baton_ended");
            assertThat(execution.await(LONG)).succeeded().hadAttempts("long", 1);
            assertThat(calls).hasValue(1);
        }

        @Test
        void an_attempt_on_another_node_whose_outcome_is_refused_fails_and_says_why() throws Exception {
            forbid("baton_message", "INSERT", "NEW.message LIKE 'return%LOUD%'");
            Workflow workflow = Workflow.define("w", w -> {
                Step<Void> before = w.run("before", context -> {});
                w.call("shout", context -> {
                            calls.incrementAndGet();
                            return "LOUD";
                        })
                        .labels("far")
                        .after(before);
            });
            baton.add(workflow);
            Baton other = Baton.builder().store(store()).labels("far").build();
            try (other) {
                other.add(workflow).start();
                Execution execution = baton.trigger("w").await(LONG);
                assertThat(execution).failed();
                assertThat(execution.run("shout").reason())
                        .contains("attempt 1 could not be recorded", "not in this house");
                assertThat(calls).hasValue(1);
            }
        }
    }

    abstract static class Refusals {

        private static final String LOUD = "NEW.output LIKE '%LOUD%'";

        final AtomicInteger calls = new AtomicInteger();
        Baton baton;

        abstract Store store();

        abstract Connection connect() throws SQLException;

        /** Keeps ends of runs from being recorded until it is closed. */
        abstract AutoCloseable lock() throws SQLException;

        abstract void forbid(String table, String event, String condition) throws SQLException;

        @BeforeEach
        void start() throws SQLException {
            baton = Baton.on(store());
            baton.add(Job.named("quiet").run(context -> {}));
            baton.start();
        }

        @AfterEach
        void close() {
            baton.close();
        }

        void execute(String sql) throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        private void forbidLoudOutputs() throws SQLException {
            forbid("baton_ended", "INSERT", LOUD);
            forbid("baton_run", "INSERT", LOUD);
            forbid("baton_run", "UPDATE", LOUD);
        }

        @Test
        void an_attempt_whose_output_is_refused_fails_and_says_why() throws Exception {
            forbidLoudOutputs();
            baton.add(Job.named("shout").call(context -> {
                calls.incrementAndGet();
                return "LOUD";
            }));
            Execution execution = baton.trigger("shout").await(LONG);
            assertThat(execution).failed();
            assertThat(execution.run("shout").reason())
                    .contains("attempt 1 could not be recorded", "not in this house");
            assertThat(calls).hasValue(1);
        }

        @Test
        void an_attempt_whose_output_is_refused_is_retried_as_any_other() throws Exception {
            forbidLoudOutputs();
            baton.add(Job.named("shout")
                    .retry(Retry.fixed(2, Duration.ofMillis(10)))
                    .call(context -> context.attempt() == 1 ? "LOUD" : "hush"));
            Execution execution = baton.trigger("shout").await(LONG);
            assertThat(execution).succeeded().hadAttempts("shout", 2);
            assertThat(execution.run("shout").output()).contains("hush");
        }

        @Test
        void what_a_body_wrote_itself_goes_with_its_refused_attempt() throws Exception {
            forbidLoudOutputs();
            execute("CREATE TABLE account (amount INTEGER)");
            baton.add(Job.named("pay").call(context -> {
                calls.incrementAndGet();
                try (Statement statement = Stores.connection(context).createStatement()) {
                    statement.executeUpdate("INSERT INTO account VALUES (5)");
                }
                return "LOUD";
            }));
            assertThat(baton.trigger("pay").await(LONG)).failed();
            assertThat(calls).hasValue(1);
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM account")) {
                assertThat(rows.next()).isFalse();
            }
        }

        @Test
        void what_follows_a_refused_attempt_is_what_follows_a_failure() throws Exception {
            forbidLoudOutputs();
            baton.add(Workflow.define("w", w -> {
                Step<Void> before = w.run("before", context -> {});
                Step<String> shout = w.call("shout", context -> "LOUD").after(before);
                w.run("next", context -> {}).after(shout);
                w.run("sorry", context -> {}).after(shout.failed());
            }));
            assertThat(baton.trigger("w").await(LONG))
                    .failed()
                    .ran("before", "sorry")
                    .skipped("next");
        }

        @Test
        void a_body_is_not_called_again_while_everything_about_it_is_refused() throws Exception {
            CountDownLatch called = new CountDownLatch(1);
            forbid("baton_ended", "INSERT", "NEW.name = 'shout'");
            baton.add(Job.named("shout").run(context -> {
                calls.incrementAndGet();
                called.countDown();
            }));
            Execution execution = baton.trigger("shout");
            called.await();
            for (int i = 0; i < 20; i++) {
                assertThat(baton.trigger("quiet").await(LONG)).succeeded();
            }
            execute("DROP TRIGGER forbid_baton_ended_INSERT" + on("baton_ended"));
            assertThat(execution.await(LONG)).failed();
            assertThat(calls).hasValue(1);
        }

        @Test
        void an_execution_that_is_refused_is_not_started_and_harms_no_other() throws Exception {
            forbid("baton_execution", "INSERT", "NEW.parameters LIKE '%LOUD%'");
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            baton.add(Job.named("long").run(context -> {
                calls.incrementAndGet();
                running.countDown();
                end.await();
            }));
            Execution other = baton.trigger("long");
            running.await();
            assertThatThrownBy(() -> baton.submit(Submission.of("quiet").parameters(Map.of("voice", "LOUD"))))
                    .isInstanceOf(NotRecordedException.class)
                    .hasMessageContaining("not in this house");
            end.countDown();
            assertThat(other.await(LONG)).succeeded();
            assertThat(calls).hasValue(1);
        }

        @Test
        void a_command_that_is_refused_says_so_and_harms_nothing() throws Exception {
            forbid("baton_run", "INSERT", "NEW.status = 'success' AND NEW.job = 'w/ask'");
            forbid("baton_run", "UPDATE", "NEW.status = 'success' AND NEW.job = 'w/ask'");
            baton.add(Workflow.define("w", w -> {
                w.run("a", context -> calls.incrementAndGet());
                w.approval("ask", "?");
            }));
            Execution execution = baton.trigger("w");
            await().until(() -> execution.run("a").status() == RunStatus.SUCCESS);
            assertThatThrownBy(() -> execution.mark("ask", RunStatus.SUCCESS))
                    .isInstanceOf(NotPossibleException.class)
                    .hasMessageContaining("not in this house");
            await().until(() -> execution.run("ask").status() == RunStatus.RUNNING);
            execution.mark("ask", RunStatus.SKIPPED);
            assertThat(execution.await(LONG)).succeeded();
            assertThat(calls).hasValue(1);
        }

        @Test
        void a_checkpoint_that_is_refused_fails_its_attempt() throws Exception {
            forbid("baton_run", "INSERT", "NEW.status = 'running'");
            forbid("baton_execution", "UPDATE", "NEW.run_status = 'running'");
            baton.add(Job.named("note").run(context -> {
                calls.incrementAndGet();
                context.checkpoint(new byte[] {1});
            }));
            Execution execution = baton.trigger("note").await(LONG);
            assertThat(execution).failed();
            assertThat(execution.run("note").reason()).contains("not in this house");
            assertThat(calls).hasValue(1);
        }

        @Test
        void what_runs_beside_refused_attempts_is_not_taken_for_lost() throws Exception {
            forbidLoudOutputs();
            CountDownLatch end = new CountDownLatch(1);
            baton.add(Workflow.define("w", w -> {
                w.run("long", context -> {
                    calls.incrementAndGet();
                    end.await();
                });
                Step<String> first = w.call("first", context -> loudOnceLongIsRecorded());
                Step<String> second =
                        w.call("second", context -> loudOnceLongIsRecorded()).after(first.failed());
                Step<String> third =
                        w.call("third", context -> loudOnceLongIsRecorded()).after(second.failed());
                w.run("last", context -> end.countDown()).after(third.failed());
            }));
            Execution execution = baton.trigger("w").await(LONG);
            assertThat(execution).failed().ran("long", "last");
            assertThat(execution.run("long").status()).isEqualTo(RunStatus.SUCCESS);
            assertThat(execution.run("long").attempt()).isEqualTo(1);
        }

        /** The step "long" must be recorded as running: otherwise nothing is known of it that could count as lost. */
        private String loudOnceLongIsRecorded() {
            int before = calls.get();
            await().until(() -> calls.get() >= before && isLongRecorded());
            return "LOUD";
        }

        private boolean isLongRecorded() throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT * FROM baton_run WHERE job = 'w/long' AND status = 'running'")) {
                return rows.next();
            }
        }

        @Test
        void a_refused_record_fails_its_own_attempt_and_none_that_is_to_be_recorded_with_it() throws Exception {
            forbidLoudOutputs();
            CountDownLatch locked = new CountDownLatch(1);
            List<CountDownLatch> over =
                    Stream.generate(() -> new CountDownLatch(1)).limit(6).toList();
            // The first to end is being written while the others end.
            baton.add(Workflow.define("w", w -> {
                for (int i = 0; i < over.size(); i++) {
                    CountDownLatch before = i == 0 ? locked : over.get(i - 1);
                    CountDownLatch own = over.get(i);
                    String output = i == 2 ? "LOUD" : "quiet";
                    w.call("s" + i, context -> {
                        before.await();
                        own.countDown();
                        return output;
                    });
                }
            }));
            Execution execution = baton.trigger("w");
            AutoCloseable lock = lock();
            try {
                locked.countDown();
                over.get(over.size() - 1).await();
            } finally {
                lock.close();
            }
            assertThat(execution.await(LONG)).failed().ran("s0", "s1", "s3", "s4", "s5");
            assertThat(execution.run("s2").status()).isEqualTo(RunStatus.FAILURE);
        }

        @Test
        void a_refused_attempt_keeps_no_permit() throws Exception {
            forbidLoudOutputs();
            baton.add(Job.named("scarce")
                    .limit(Limit.concurrency(1))
                    .call(context -> calls.incrementAndGet() == 1 ? "LOUD" : "hush"));
            assertThat(baton.trigger("scarce").await(LONG)).failed();
            assertThat(baton.trigger("scarce").await(LONG)).succeeded();
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void a_step_that_is_stopped_since_another_attempt_was_refused_keeps_no_permit(boolean isRecorded)
                throws Exception {
            forbidLoudOutputs();
            CountDownLatch running = new CountDownLatch(1);
            baton.add(Job.named("scarce").limit(Limit.concurrency(1)).run(context -> {
                if (calls.incrementAndGet() == 1) {
                    running.countDown();
                    new CountDownLatch(1).await();
                }
            }));
            baton.add(Workflow.define("w", w -> {
                w.onStepFailure(OnFailure.FAIL_FAST);
                w.call("first", context -> {
                    running.await();
                    return isRecorded ? loudOnceLongIsRecorded() : "LOUD";
                });
                w.job("long", "scarce");
            }));
            assertThat(baton.trigger("w").await(LONG)).failed().skipped("long");
            assertThat(baton.trigger("scarce").await(LONG)).succeeded();
        }

        @Test
        void a_step_whose_workflow_is_refused_fails_and_says_why() throws Exception {
            forbid("baton_execution", "INSERT", "NEW.name = 'inner'");
            Workflow inner = Workflow.define("inner", w -> w.run("a", context -> calls.incrementAndGet()));
            baton.add(inner);
            baton.add(Workflow.define("outer", w -> w.workflow("nested", "inner")));
            Execution execution = baton.trigger("outer").await(LONG);
            assertThat(execution).failed();
            assertThat(execution.run("nested").reason()).contains("not in this house");
            assertThat(calls).hasValue(0);
        }

        @Test
        void a_fire_that_is_refused_does_not_keep_later_ones_back() throws Exception {
            long until = Time.toMicros(Instant.now().plusSeconds(3));
            forbid("baton_execution", "INSERT", "NEW.name = 'tick' AND NEW.scheduled < " + until);
            CountDownLatch ticked = new CountDownLatch(1);
            baton.add(Job.named("tick").cron("* * * * * *").run(context -> ticked.countDown()));
            assertThat(ticked.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        private String on(String table) throws SQLException {
            try (Connection connection = connect()) {
                return connection.getMetaData().getDatabaseProductName().equals("SQLite") ? "" : " ON " + table;
            }
        }
    }
}

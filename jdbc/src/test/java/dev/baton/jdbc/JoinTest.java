package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.Workflow;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.error.NoSuchJobException;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.CallerTransaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A scheduler that joins the transactions of its callers, as frameworks let it. */
@Timeout(180)
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class JoinTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static final ThreadLocal<Connection> OPEN = new ThreadLocal<>();

    private final TestDatabase database;
    private final Baton baton;

    JoinTest(TestDatabase.Kind kind) {
        database = kind.fresh();
        baton = Baton.builder()
                .store(database.stores().get())
                .join(this::transaction)
                .build();
        baton.add(Job.named("ship").call(context -> context.parameters().get("order")))
                .start();
    }

    private CallerTransaction transaction() {
        Connection connection = OPEN.get();
        return connection == null ? null : Enqueue.in(connection);
    }

    @AfterEach
    void close() {
        baton.close();
    }

    /** Something that is done in a transaction. */
    private interface Work {
        void run() throws Exception;
    }

    private void inTransaction(boolean commits, Work work) throws Exception {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            OPEN.set(connection);
            try {
                work.run();
            } finally {
                OPEN.remove();
                if (commits) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        }
    }

    @Test
    void what_a_transaction_starts_runs_once_it_has_committed() throws Exception {
        Execution[] started = new Execution[1];
        inTransaction(true, () -> {
            Execution handle = baton.trigger("ship", Map.of("order", 42));
            assertThat(handle.name()).isEqualTo("ship");
            assertThat(handle.parameters()).isEqualTo(Map.of("order", 42));
            assertThatThrownBy(handle::status).isInstanceOf(NoSuchExecutionException.class);
            started[0] = handle;
        });
        Execution ended = started[0].await(LONG);
        assertThat(ended.status()).isEqualTo(ExecutionStatus.SUCCESS);
        assertThat(ended.run("ship").output()).contains(42);
        assertThat(ended.trigger()).isEqualTo(Trigger.MANUAL);
        assertThat(baton.execution(ended.id()).scheduledTime())
                .isAfter(Instant.now().minus(Duration.ofHours(1)));
        assertThat(ended.onEnd().toCompletableFuture()).succeedsWithin(LONG).isEqualTo(ended);
    }

    @Test
    void what_a_transaction_starts_never_was_when_it_rolls_back() throws Exception {
        inTransaction(false, () -> baton.submit(Submission.of("ship").key("ship-1")));
        Execution after =
                baton.submit(Submission.of("ship").parameter("order", 2).key("ship-1"));
        assertThat(after.await(LONG).run("ship").output()).contains(2);
        assertThat(baton.pastExecutions("ship")).hasSize(1);
    }

    @Test
    void a_key_gives_one_execution_in_and_outside_of_transactions() throws Exception {
        Execution[] started = new Execution[2];
        inTransaction(true, () -> {
            started[0] =
                    baton.submit(Submission.of("ship").parameter("order", 1).key("ship-1"));
            started[1] =
                    baton.submit(Submission.of("ship").parameter("order", 2).key("ship-1"));
        });
        assertThat(started[1].id()).isEqualTo(started[0].id());
        assertThat(started[0].await(LONG).run("ship").output()).contains(1);
        assertThat(baton.submit(Submission.of("ship").key("ship-1")).id()).isEqualTo(started[0].id());
    }

    @Test
    void a_delay_and_a_priority_are_recorded_in_the_transaction() throws Exception {
        inTransaction(
                true,
                () -> baton.submit(
                        Submission.of("ship").delay(Duration.ofDays(1)).priority(7)));
        try (Connection connection = database.connect();
                Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT not_before - created, priority FROM baton_execution")) {
            row.next();
            assertThat(row.getLong(1)).isBetween(86_000_000_000L, 86_401_000_000L);
            assertThat(row.getInt(2)).isEqualTo(7);
        }
    }

    @Test
    void what_cannot_be_part_of_a_transaction_is_refused_and_nothing_is_written() throws Exception {
        Execution before = baton.trigger("ship", Map.of("order", 1)).await(LONG);
        inTransaction(true, () -> {
            Submission after = Submission.of("ship").after(before);
            assertThatThrownBy(() -> baton.submit(List.of(Submission.of("ship"), after)))
                    .isInstanceOf(NotPossibleException.class);
            assertThatThrownBy(() -> baton.trigger("shop")).isInstanceOf(NoSuchJobException.class);
            assertThatThrownBy(() -> baton.trigger("ship", Map.of("order", new Thread())))
                    .isInstanceOf(IllegalArgumentException.class);
        });
        assertThat(baton.activeExecutions()).isEmpty();
        assertThat(baton.pastExecutions("ship")).hasSize(1);
    }

    @Test
    void a_workflow_that_is_not_registered_is_started_once_outside_of_transactions_only() throws Exception {
        Workflow once = Workflow.define("once", w -> w.run("step", context -> {}));
        inTransaction(
                false,
                () -> assertThatThrownBy(() -> baton.startOnce(once, Map.of()))
                        .isInstanceOf(NotPossibleException.class)
                        .hasMessageContaining("when the transaction has committed"));
        assertThat(baton.activeExecutions()).isEmpty();
        assertThat(baton.pastExecutions("once")).isEmpty();
        assertThat(baton.startOnce(once, Map.of()).await(LONG).status()).isEqualTo(ExecutionStatus.SUCCESS);
    }

    @Test
    void a_caller_without_a_transaction_starts_at_once() throws InterruptedException, SQLException {
        assertThat(baton.trigger("ship", Map.of("order", 3))
                        .await(LONG)
                        .run("ship")
                        .output())
                .contains(3);
    }
}

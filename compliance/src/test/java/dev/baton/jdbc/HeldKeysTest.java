package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.error.NotRecordedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Idempotency keys that a transaction of the application's has taken and not committed yet. */
@Timeout(120)
class HeldKeysTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final DataSource database = RealPostgres.freshSchema();
    private final Baton baton = Baton.on(Stores.postgres(database));
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private Connection application;
    private UUID enqueued;

    @BeforeEach
    void takeTheKey() throws SQLException {
        baton.add(Job.named("job").run(context -> {})).start();
        application = database.getConnection();
        application.setAutoCommit(false);
        enqueued = Enqueue.enqueue(application, "job", Map.of(), "order-42");
    }

    @AfterEach
    void close() throws SQLException {
        application.close();
        callers.shutdownNow();
        baton.close();
    }

    private static Submission keyed() {
        return Submission.of("job").key("order-42");
    }

    private Future<Execution> submitting() {
        return callers.submit(() -> baton.submit(keyed()));
    }

    /** Enough executions that each of the store's writers has some of them to write. */
    private void assertThatOthersStart() throws Exception {
        for (int i = 0; i < 30; i++) {
            Execution other = callers.submit(() -> baton.trigger("job")).get(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(other.await(LONG)).succeeded();
        }
    }

    @Test
    void others_start_while_submissions_with_the_key_wait_and_these_get_what_the_transaction_has_started()
            throws Exception {
        List<Future<Execution>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(submitting());
        }
        assertThatOthersStart();
        assertThat(waiting).noneMatch(Future::isDone);

        application.commit();

        for (Future<Execution> one : waiting) {
            Execution execution = one.get(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(execution.id()).isEqualTo(enqueued);
            assertThat(execution.await(LONG)).succeeded();
        }
    }

    @Test
    void a_submission_with_the_key_starts_when_the_transaction_is_rolled_back() throws Exception {
        Future<Execution> waiting = submitting();
        assertThatOthersStart();

        application.rollback();

        Execution execution = waiting.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(execution.id()).isNotEqualTo(enqueued);
        assertThat(execution.await(LONG)).succeeded();
    }

    @Test
    void a_submission_with_the_key_starts_nothing_when_the_transaction_does_not_end() throws Exception {
        CompletableFuture<Void> batch = CompletableFuture.runAsync(
                () -> baton.submit(List.of(Submission.of("job").parameter("in", "batch"), keyed())), callers);
        assertThatThrownBy(() -> baton.submit(keyed()))
                .isInstanceOfSatisfying(
                        NotRecordedException.class,
                        failure -> assertThat(failure.isCertain()).isTrue())
                .hasMessageContaining("another transaction has taken its key");
        assertThatThrownBy(batch::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("another transaction has taken its key");

        application.rollback();

        assertThat(baton.submit(keyed()).await(LONG)).succeeded();
        assertThat(baton.pastExecutions("job"))
                .noneMatch(execution -> execution.parameters().containsKey("in"));
    }

    @Test
    void free_keys_start_however_many_submissions_wait_for_the_held_one() throws Exception {
        List<Future<Execution>> waiting = new ArrayList<>();
        List<Future<Execution>> free = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(submitting());
            if (i % 10 == 5) {
                Submission other = Submission.of("job").key("free-" + i);
                free.add(callers.submit(() -> baton.submit(other)));
            }
        }
        for (Future<Execution> one : free) {
            assertThat(one.get(LONG.toSeconds(), TimeUnit.SECONDS).await(LONG)).succeeded();
        }
        application.rollback();
    }
}

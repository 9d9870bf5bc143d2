package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A body with a transaction of its own ends while it is being recorded that it runs. */
@Timeout(120)
class OwnTransactionOrderTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Holds the record of a running attempt back until the end of that attempt was recorded, or for a while. */
    private static final class LateStore {

        final CountDownLatch runningOnItsWay = new CountDownLatch(1);
        private final CountDownLatch endRecorded = new CountDownLatch(1);
        private final Store real;

        LateStore(Store real) {
            this.real = real;
        }

        Store store() {
            return (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                        Store.Commit commit = method.getName().equals("commit") ? (Store.Commit) arguments[0] : null;
                        if (commit != null && isRunning(commit)) {
                            runningOnItsWay.countDown();
                            // An engine that keeps them in order never lets the end come first.
                            boolean unused = endRecorded.await(3, TimeUnit.SECONDS);
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        } finally {
                            if (commit != null && commit.transaction() != null) {
                                endRecorded.countDown();
                            }
                        }
                    });
        }

        private static boolean isRunning(Store.Commit commit) {
            return commit.transaction() == null
                    && commit.runs().stream().anyMatch(run -> run.state().status() == RunStatus.RUNNING);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.Kind.class)
    void that_an_attempt_runs_never_overwrites_how_it_ended(TestDatabase.Kind kind) throws Exception {
        TestDatabase database = kind.fresh();
        Execution execution;
        int attempt;
        LateStore late = new LateStore(database.stores().get());
        try (Baton baton = Baton.on(late.store())) {
            baton.add(Job.named("pay").run(context -> {
                late.runningOnItsWay.await(60, TimeUnit.SECONDS);
                try (Statement statement = Stores.connection(context).createStatement()) {
                    statement.execute("CREATE TABLE paid (amount INTEGER)");
                }
            }));
            baton.start();
            execution = baton.trigger("pay").await(LONG);
            assertThat(late.runningOnItsWay.getCount()).isZero();
            assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            attempt = execution.run("pay").attempt();
        }
        try (Baton again = Baton.on(database.stores().get())) {
            again.add(Job.named("pay").run(context -> {
                throw new IllegalStateException("it was paid already");
            }));
            again.start();
            Execution recorded = again.execution(execution.id());
            assertThat(recorded.status()).isEqualTo(ExecutionStatus.SUCCESS);
            assertThat(recorded.run("pay").status()).isEqualTo(RunStatus.SUCCESS);
            assertThat(recorded.run("pay").attempt()).isEqualTo(attempt);
        }
    }

    @Test
    void a_step_that_goes_on_running_beside_a_transaction_on_sqlite_does_not_keep_it_from_being_committed()
            throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        try (Baton baton = Baton.on(TestDatabase.Kind.SQLITE.fresh().stores().get())) {
            baton.add(Workflow.define("w", w -> {
                w.run("pay", context -> {
                    try (Statement statement = Stores.connection(context).createStatement()) {
                        statement.execute("CREATE TABLE paid (amount INTEGER)");
                    }
                    open.countDown();
                    running.await();
                    // Long enough for the other step to be worth a record.
                    long since = System.nanoTime();
                    await().until(() -> System.nanoTime() - since > 600_000_000);
                });
                w.run("long", context -> {
                    open.await();
                    running.countDown();
                    Execution execution = baton.execution(context.executionId());
                    await().atMost(LONG).until(() -> execution.run("pay").status() == RunStatus.SUCCESS);
                });
            }));
            baton.start();
            Execution execution = baton.trigger("w").await(LONG);
            assertThat(execution.status()).isEqualTo(ExecutionStatus.SUCCESS);
            assertThat(execution.run("long").status()).isEqualTo(RunStatus.SUCCESS);
        }
    }
}

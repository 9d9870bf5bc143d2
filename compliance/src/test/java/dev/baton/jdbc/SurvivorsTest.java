package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.policy.Limit;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attempts that outlive the node they began on go on at the next one. */
@Timeout(180)
class SurvivorsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofMillis(1500);

    private final DataSource database = RealPostgres.freshSchema();
    private final CountDownLatch testOver = new CountDownLatch(1);
    private volatile boolean dead;

    @AfterEach
    void letTheDeadGo() {
        testOver.countDown();
    }

    @Test
    void an_attempt_that_outlived_its_node_goes_on_under_its_number() throws Exception {
        Worker.Claim before = diesWith(job());
        try (Baton second = next(job(), before, Instant.now())) {
            Worker.Claim claim = worker.adopted.take();
            assertThat(claim.context().attempt()).isEqualTo(1);
            claim.succeed("done");
            Execution execution = second.execution(before.context().executionId());
            assertThat(execution.await(LONG)).succeeded();
            assertThat(execution.run("job").attempts()).hasSize(1);
            assertThat(worker.claimed).isEmpty();
        }
    }

    @Test
    void its_time_limit_counts_from_its_start() throws Exception {
        Job limited = Job.named("job").timeout(Duration.ofMinutes(1)).run(context -> {});
        Worker.Claim before = diesWith(limited);
        try (Baton second = next(limited, before, Instant.now().minusSeconds(3600))) {
            Worker.Claim claim = worker.adopted.take();
            CountDownLatch told = new CountDownLatch(1);
            claim.onStop(told::countDown);
            told.await();
            claim.fail(new InterruptedException("stopped"));
            Execution execution = second.execution(before.context().executionId());
            execution.await(LONG);
            assertThat(execution.run("job").status()).isEqualTo(RunStatus.TIMEOUT);
        }
    }

    @Test
    void it_keeps_its_place_under_a_limit_and_hears_of_a_cancellation() throws Exception {
        Job limited = Job.named("job").limit(Limit.concurrency(1)).run(context -> {});
        Worker.Claim before = diesWith(limited);
        try (Baton second = next(limited, before, Instant.now())) {
            Worker.Claim claim = worker.adopted.take();
            second.trigger("job");
            CountDownLatch told = new CountDownLatch(1);
            claim.onStop(told::countDown);
            assertThat(worker.claimed).isEmpty();
            Execution execution = second.execution(before.context().executionId());
            execution.cancel();
            told.await();
            claim.fail(new InterruptedException("stopped"));
            assertThat(execution.await(LONG).status()).isEqualTo(ExecutionStatus.CANCELLED);
            worker.claimed.take().succeed(null);
        }
    }

    @Test
    void one_that_a_stopping_node_left_behind_goes_on_as_well() throws Exception {
        HoldingWorker holding;
        Worker.Claim before;
        try (Baton first = node(Stores.postgres(database), job())) {
            holding = worker;
            first.start();
            first.trigger("job");
            before = holding.claimed.take();
        }
        try (Baton second = next(job(), before, Instant.now())) {
            Worker.Claim claim = worker.adopted.take();
            assertThat(claim.context().attempt()).isEqualTo(1);
            claim.succeed(null);
            assertThat(second.execution(before.context().executionId()).await(LONG))
                    .succeeded();
        }
    }

    @Test
    void an_attempt_that_the_run_is_not_at_is_not_taken_up() throws Exception {
        Worker.Claim before = diesWith(job());
        try (Baton second = node(Stores.postgres(database), job())) {
            worker.survivors.put(before.context().runId(), new Worker.Survivor(7, Time.toMicros(Instant.now()), "old"));
            second.start();
            Worker.Claim claim = worker.claimed.take();
            claim.succeed(null);
            assertThat(worker.adopted).isEmpty();
        }
    }

    private static Job job() {
        return Job.named("job").run(context -> {});
    }

    private HoldingWorker worker = new HoldingWorker(null);

    private Baton node(Store store, Job job) {
        Baton baton = Baton.builder()
                .store(store)
                .lease(LEASE)
                .closeGrace(Duration.ZERO)
                .worker((source, time) -> worker = new HoldingWorker(source))
                .build();
        baton.add(job);
        return baton;
    }

    /** A node dies while its worker has a run that is recorded as running. */
    private Worker.Claim diesWith(Job job) throws InterruptedException {
        Baton first = node(mortal(Stores.postgres(database)), job);
        first.start();
        first.trigger("job");
        Worker.Claim claim = worker.claimed.take();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(this::isRecorded);
        dead = true;
        return claim;
    }

    private boolean isRecorded() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1 FROM baton_execution WHERE run_status = 'running'")) {
            return rows.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Baton next(Job job, Worker.Claim before, Instant started) {
        Baton second = node(Stores.postgres(database), job);
        worker.survivors.put(before.context().runId(), new Worker.Survivor(1, Time.toMicros(started), "holder"));
        second.start();
        return second;
    }

    /** A store that answers nothing any more once its process is dead. */
    private Store mortal(Store store) {
        return (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (dead) {
                        testOver.await();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Claims runs, and leaves it to the test what becomes of them. */
    private static final class HoldingWorker implements Worker {

        private final @Nullable Source source;
        private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "holding");
            thread.setDaemon(true);
            return thread;
        });
        private final BlockingQueue<Claim> claimed = new LinkedBlockingQueue<>();
        private final BlockingQueue<Claim> adopted = new LinkedBlockingQueue<>();
        private final Map<RunId, Survivor> survivors = new ConcurrentHashMap<>();

        HoldingWorker(@Nullable Source source) {
            this.source = source;
        }

        @Override
        public void wake() {
            threads.execute(() -> {
                Claim claim = source == null ? null : source.claim();
                if (claim != null) {
                    claimed.add(claim);
                }
            });
        }

        @Override
        public @Nullable Survivor survivor(RunId run) {
            return survivors.get(run);
        }

        @Override
        public void adopt(Claim claim, Survivor survivor) {
            survivors.remove(claim.context().runId());
            adopted.add(claim);
        }

        @Override
        public void execute(Runnable task) {
            if (!threads.isShutdown()) {
                threads.execute(task);
            }
        }

        @Override
        public boolean awaitIdle(Duration atMost) {
            return false;
        }

        @Override
        public void close() {
            threads.shutdown();
        }
    }
}

package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.spi.Store;
import dev.baton.spi.Worker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that was frozen past its lease, between taking a run and starting it, does not start it any more. */
@Timeout(180)
class FrozenNodeTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofMillis(1500);

    private final DataSource database = RealPostgres.freshSchema();
    private final Queue<String> started = new ConcurrentLinkedQueue<>();
    private final CountDownLatch thawed = new CountDownLatch(1);
    private volatile boolean frozen;

    @Test
    void a_thawed_node_starts_nothing_that_others_have_finished() throws Exception {
        FreezingWorker[] worker = new FreezingWorker[1];
        Baton first = first((source, time) -> worker[0] = new FreezingWorker(source, thawed));
        UUID execution = first.trigger("job").id();
        worker[0].taken.await();
        try (Baton second = second()) {
            assertThat(second.execution(execution).await(LONG)).succeeded();
            thawed.countDown();
            worker[0].returned.await();
            assertThat(started).containsExactly("second");
        }
        first.close();
    }

    /** The lease that a process gets when it joins again is not for what it took under its former one. */
    @Test
    void a_node_that_has_joined_again_starts_nothing_that_it_took_before() throws Exception {
        CountDownLatch joinedAgain = new CountDownLatch(1);
        FreezingWorker[] worker = new FreezingWorker[1];
        Baton first = first((source, time) -> worker[0] = new FreezingWorker(source, joinedAgain));
        UUID execution = first.trigger("job").id();
        worker[0].taken.await();
        try (Baton second = second()) {
            assertThat(second.execution(execution).await(LONG)).succeeded();
            thawed.countDown();
            assertThat(first.trigger("probe").await(LONG)).succeeded();
            joinedAgain.countDown();
            worker[0].returned.await();
            assertThat(started).containsExactly("second");
        }
        first.close();
    }

    private Baton first(Worker.Factory worker) {
        return Baton.builder()
                .store(freezing(Stores.postgres(database)))
                .lease(LEASE)
                .worker(worker)
                .build()
                .add(job("first"))
                .add(Job.named("probe").run(context -> {}))
                .start();
    }

    private Baton second() {
        return Baton.builder()
                .store(Stores.postgres(database))
                .lease(LEASE)
                .build()
                .add(job("second"))
                .start();
    }

    private Job job(String node) {
        return Job.named("job").run(context -> started.add(node));
    }

    /** A store whose every call waits while the process is frozen. */
    private Store freezing(Store store) {
        return (Store) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (frozen) {
                        thawed.await();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /**
     * Takes a run, freezes, and tries to start it when it may go on. Until then no thread gets round to telling a body
     * of an execution that the node has lost to stop.
     */
    private final class FreezingWorker implements Worker {

        private final Source source;
        private final CountDownLatch goOn;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final AtomicBoolean first = new AtomicBoolean(true);
        private final CountDownLatch taken = new CountDownLatch(1);
        private final CountDownLatch returned = new CountDownLatch(1);

        FreezingWorker(Source source, CountDownLatch goOn) {
            this.source = source;
            this.goOn = goOn;
        }

        @Override
        public void wake() {
            threads.execute(() -> {
                Claim claim = source.claim();
                if (claim != null && first.getAndSet(false)) {
                    frozen = true;
                    taken.countDown();
                    awaitQuietly(goOn);
                    claim.run();
                    returned.countDown();
                } else if (claim != null) {
                    claim.run();
                }
            });
        }

        @Override
        public void execute(Runnable task) {
            boolean late = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith(".OwnershipLoss")));
            threads.execute(() -> {
                if (late) {
                    awaitQuietly(returned);
                }
                task.run();
            });
        }

        @Override
        public boolean awaitIdle(Duration atMost) {
            return true;
        }

        @Override
        public void close() {
            threads.shutdown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.spi.Store;
import dev.baton.spi.Worker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that was frozen past its lease, between taking a run and starting it, does not start it any more. */
@Timeout(180)
class FrozenNodeTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final DataSource database = RealPostgres.freshSchema();
    private final Queue<String> started = new ConcurrentLinkedQueue<>();
    private final CountDownLatch thawed = new CountDownLatch(1);
    private volatile boolean frozen;

    @Test
    void a_thawed_node_starts_nothing_that_others_have_finished() throws Exception {
        FreezingWorker[] worker = new FreezingWorker[1];
        Baton first = Baton.builder()
                .store(freezing(Stores.postgres(database)))
                .lease(Duration.ofMillis(1500))
                .worker((source, time) -> worker[0] = new FreezingWorker(source))
                .build();
        first.add(job("first"));
        first.start();
        Execution execution = first.trigger("job");
        worker[0].taken.await();

        try (Baton second = Baton.builder()
                .store(Stores.postgres(database))
                .lease(Duration.ofMillis(1500))
                .build()) {
            second.add(job("second"));
            second.start();
            assertThat(second.execution(execution.id()).await(LONG)).succeeded();
            thawed.countDown();
            worker[0].returned.await();
            assertThat(started).containsExactly("second");
        }
        first.close();
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

    /** Takes a run, freezes, and tries to start it when it has thawed. */
    private final class FreezingWorker implements Worker {

        private final Source source;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final CountDownLatch taken = new CountDownLatch(1);
        private final CountDownLatch returned = new CountDownLatch(1);

        FreezingWorker(Source source) {
            this.source = source;
        }

        @Override
        public void wake() {
            threads.execute(() -> {
                Claim claim = source.claim();
                if (claim != null) {
                    frozen = true;
                    taken.countDown();
                    awaitThaw();
                    claim.run();
                    returned.countDown();
                }
            });
        }

        private void awaitThaw() {
            try {
                thawed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void execute(Runnable task) {
            threads.execute(task);
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
}

package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests executions that a node has claimed, and accepts only after a failure of the node or the store. */
@Timeout(180)
class LateClaimTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofMillis(1500);

    @TempDir
    Path folder;

    @FunctionalInterface
    private interface Call {
        Object make() throws Throwable;
    }

    @FunctionalInterface
    private interface Interception {
        Object intercept(Method method, Call call) throws Throwable;
    }

    private static Store intercepted(Store real, Interception interception) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> interception.intercept(method, () -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /**
     * The claim's answer comes in while the process, declared dead meanwhile, becomes another node: that one owns nothing
     * of what the former one claimed.
     */
    @Test
    void a_node_that_begins_anew_does_not_keep_what_it_claimed_before() throws Exception {
        DataSource database = RealPostgres.freshSchema();
        Queue<String> started = new ConcurrentLinkedQueue<>();
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch thawed = new CountDownLatch(1);
        CountDownLatch reopening = new CountDownLatch(1);
        CountDownLatch takenIn = new CountDownLatch(1);
        AtomicInteger opened = new AtomicInteger();
        Store store = intercepted(Stores.postgres(database), (method, call) -> {
            if (method.getName().equals("beat") && claimed.getCount() == 0) {
                thawed.await();
            }
            if (method.getName().equals("open") && opened.incrementAndGet() == 2) {
                reopening.countDown();
                takenIn.await();
            }
            if (method.getName().equals("nextDue") && reopening.getCount() == 0) {
                // The next that a node asks for when it has taken in what it claimed.
                takenIn.countDown();
            }
            Object answer = call.make();
            if (method.getName().equals("claim")
                    && answer instanceof List<?> some
                    && !some.isEmpty()
                    && claimed.getCount() == 1) {
                claimed.countDown();
                reopening.await();
            }
            return answer;
        });
        Baton first = Baton.builder().store(store).lease(LEASE).build();
        first.add(Job.named("job").run(context -> started.add("first")));
        first.add(Job.named("probe").run(context -> {}));
        first.start();
        UUID id;
        try (Connection connection = database.getConnection()) {
            id = Enqueue.enqueue(connection, "job", Map.of(), null);
        }
        assertThat(claimed.await(30, TimeUnit.SECONDS)).isTrue();

        try (Baton second =
                Baton.builder().store(Stores.postgres(database)).lease(LEASE).build()) {
            second.add(Job.named("job").run(context -> started.add("second")));
            second.start();
            assertThat(second.execution(id).await(LONG)).succeeded();
            thawed.countDown();
            await().atMost(LONG).pollInterval(Duration.ofMillis(2)).until(() -> opened.get() == 2);
            assertThat(first.trigger("probe").await(LONG)).succeeded();
            assertThat(started).containsExactly("second");
        } finally {
            first.close();
        }
    }

    @Test
    void what_was_claimed_just_before_the_store_went_away_is_taken_in_when_it_is_back() throws Exception {
        Path file = folder.resolve("baton.db");
        UUID id;
        try (Baton former = Baton.builder().store(Stores.sqlite(file)).build()) {
            former.add(Workflow.define("work", w -> w.run("two", context -> {}).after(w.run("one", context -> {}))));
            id = former.trigger("work").id();
        }
        AtomicBoolean gone = new AtomicBoolean(true);
        Store store = intercepted(Stores.sqlite(file), (method, call) -> {
            if (method.getName().equals("plan") && gone.getAndSet(false)) {
                throw new StoreUnavailableException("gone for a moment", new SQLException());
            }
            return call.make();
        });
        try (Baton baton = Baton.builder().store(store).build()) {
            // With another graph than the one that the execution began with, which has to be read.
            baton.add(Workflow.define("work", w -> {
                Step<?> one = w.run("one", context -> {});
                Step<?> two = w.run("two", context -> {}).after(one);
                w.run("three", context -> {}).after(two);
            }));
            baton.start();
            assertThat(baton.execution(id).await(LONG)).succeeded();
            assertThat(gone).isFalse();
        }
    }
}

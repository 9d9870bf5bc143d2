package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is frozen in the middle of a transaction holds up nobody for longer than its lease. */
@Timeout(120)
class FrozenTransactionTest {

    private static final Duration LEASE = Duration.ofMillis(1500);
    private static final String MESSAGES = "DELETE FROM baton_message";

    private final DataSource database = RealPostgres.freshSchema();
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch thawed = new CountDownLatch(1);

    @Test
    void a_node_that_is_frozen_while_it_removes_its_messages_is_declared_dead_by_another() throws Exception {
        Store one = Stores.postgres(freezingBeforeCommitOf(MESSAGES));
        Store other = Stores.postgres(database);
        one.open(LEASE, () -> {});
        other.open(Duration.ofMinutes(1), () -> {});
        other.send(List.of(new Store.Message(one.node(), "hello")));
        assertThat(one.receive()).containsExactly("hello");
        // The messages of one call are removed by the next.
        Thread receiving = new Thread(one::receive);
        receiving.setUncaughtExceptionHandler((thread, cut) -> {});
        receiving.start();
        try {
            assertThat(frozen.await(60, TimeUnit.SECONDS)).isTrue();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !other.beat().others().contains(one.node()));
        } finally {
            thawed.countDown();
            receiving.join();
            one.close();
            other.close();
        }
    }

    private DataSource freezingBeforeCommitOf(String statement) {
        return proxy(
                DataSource.class,
                database,
                (method, arguments, result) ->
                        method.equals("getConnection") ? freezing((Connection) result, statement) : result);
    }

    private Connection freezing(Connection connection, String statement) {
        boolean[] prepared = new boolean[1];
        return proxy(
                Connection.class,
                connection,
                (method, arguments, result) -> {
                    if (method.equals("prepareStatement")
                            && arguments[0].toString().contains(statement)) {
                        prepared[0] = true;
                    }
                    return result;
                },
                method -> {
                    // That is how a transaction ends here.
                    if (method.equals("setAutoCommit") && prepared[0]) {
                        frozen.countDown();
                        thawed.await();
                    }
                });
    }

    @FunctionalInterface
    private interface After {
        Object happen(String method, Object[] arguments, Object result);
    }

    @FunctionalInterface
    private interface Before {
        void happen(String method) throws InterruptedException;
    }

    private static <T> T proxy(Class<T> type, T real, After after) {
        return proxy(type, real, after, method -> {});
    }

    private static <T> T proxy(Class<T> type, T real, After after, Before before) {
        return type.cast(Proxy.newProxyInstance(
                FrozenTransactionTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    before.happen(method.getName());
                    try {
                        return after.happen(method.getName(), arguments, method.invoke(real, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}

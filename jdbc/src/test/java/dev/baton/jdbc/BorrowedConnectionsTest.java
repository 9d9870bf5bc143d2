package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Tests how many connections a store borrows from a shared pool. */
class BorrowedConnectionsTest {

    private final Set<Connection> lent = ConcurrentHashMap.newKeySet();
    private final CountDownLatch listening = new CountDownLatch(1);

    /** Lends connections out as a pool does, wrapped, and knows which are out. */
    private DataSource pool(DataSource real) {
        return proxy(DataSource.class, real, (method, result) -> {
            if (!(result instanceof Connection connection)) {
                return result;
            }
            lent.add(connection);
            return proxy(Connection.class, connection, (called, answer) -> {
                if (called.equals("close")) {
                    lent.remove(connection);
                } else if (called.equals("isWrapperFor")) {
                    listening.countDown();
                }
                return answer;
            });
        });
    }

    private interface Answer {
        Object of(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            try {
                return answer.of(method.getName(), method.invoke(target, given));
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        }));
    }

    @Test
    void a_store_keeps_the_one_it_listens_on() throws Exception {
        try (Store store = Stores.postgres(pool(RealPostgres.freshSchema()))) {
            store.open(Duration.ofMinutes(1), () -> {});
            assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
            StoreFixture.eightTimes(() -> store.commit(creating(here(execution("job")))));
            store.beat();

            assertThat(lent).hasSize(1);
        }
        assertThat(lent).isEmpty();
    }
}

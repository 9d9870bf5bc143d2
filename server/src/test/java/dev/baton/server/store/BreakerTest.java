package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class BreakerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private volatile boolean away;
    private final Set<Thread> asked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tries = new AtomicInteger();

    private final Breaker breaker =
            new Breaker(proxy(DataSource.class, method -> method.equals("getConnection") ? connect() : null));

    private Connection connect() throws SQLException {
        asked.add(Thread.currentThread());
        tries.incrementAndGet();
        if (away) {
            throw new SQLTransientConnectionException("no connection", new ConnectException("refused"));
        }
        return proxy(Connection.class, method -> method.equals("isClosed") ? false : null);
    }

    private interface Answers {
        Object to(String method) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.to(method.getName())));
    }

    @Test
    void nobody_waits_for_a_database_that_is_away_and_it_is_found_again() throws Exception {
        away = true;
        assertThatThrownBy(breaker::getConnection).hasMessage("no connection");
        asked.clear();
        int before = tries.get();

        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
            assertThatThrownBy(breaker::getConnection).hasMessageContaining("unreachable");
            return tries.get() >= before + 2;
        });
        assertThat(asked).doesNotContain(Thread.currentThread()).hasSize(1);

        away = false;
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
            try (Connection connection = breaker.getConnection()) {
                return !connection.isClosed();
            }
        });
    }
}

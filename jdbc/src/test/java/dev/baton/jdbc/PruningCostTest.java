package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.policy.Retention;
import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Counts the statements that remove ended executions. */
class PruningCostTest {

    private static final int ROWS = 20_000;
    private static final int TOO_MANY = 2_000;
    private static final int AT_ONCE = 200;

    private final DataSource database = RealPostgres.freshSchema();
    private final Queue<String> statements = new ConcurrentLinkedQueue<>();

    /** The database, with a note of each statement. */
    private DataSource watched() {
        return proxy(DataSource.class, database);
    }

    private <T> T proxy(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        statements.add((String) arguments[0]);
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        return method.getName().equals("getConnection")
                                ? proxy(Connection.class, (Connection) answer)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private long count(String part) {
        return statements.stream().filter(sql -> sql.contains(part)).count();
    }

    @Test
    void what_is_too_many_in_all_is_counted_and_sorted_once_and_removed_in_small_transactions() throws SQLException {
        try (Store store = Stores.postgres(watched())) {
            store.open(StoreFixture.LEASE, () -> {});
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("""
                        INSERT INTO baton_ended (
                            id, name, trigger, created, parameters, queue, labels, priority, status, flags, begun, ended,
                            steps)
                        SELECT gen_random_uuid(), 'job' || n %% 5, 'submit', n, '{}', 'default', '{}', 0, 'success', 0, n,
                               n / 7, 1
                        FROM generate_series(1, %d) AS n""".formatted(ROWS));
            }
            statements.clear();

            assertThat(store.prune(Retention.unlimited().withTotal(ROWS - TOO_MANY), NOW, AT_ONCE))
                    .isEqualTo(TOO_MANY);
            assertThat(count("count(*)")).as("counts").isEqualTo(1);
            assertThat(count("ORDER BY ended DESC")).as("sorts").isEqualTo(1);
            assertThat(count("DELETE FROM baton_run")).as("transactions").isEqualTo(TOO_MANY / AT_ONCE);
        }
    }
}

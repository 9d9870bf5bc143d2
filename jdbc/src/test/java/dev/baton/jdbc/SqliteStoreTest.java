package dev.baton.jdbc;

import static dev.baton.jdbc.Samples.creating;
import static dev.baton.jdbc.Samples.execution;
import static dev.baton.jdbc.Samples.here;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqliteStoreTest extends StoreFixture {

    SqliteStoreTest() {
        super(TestDatabase.Kind.SQLITE.fresh());
    }

    @Test
    void a_file_is_opened_once_at_a_time() {
        try (Store second = newStore()) {
            assertThatThrownBy(() -> second.open(LEASE, () -> {})).hasMessageContaining("in use by another Baton");
        }
        store.close();
        try (Store third = newStore()) {
            third.open(LEASE, () -> {});
        }
    }

    @Test
    void opening_releases_the_executions_of_the_process_before() throws Exception {
        ExecutionRecord execution = execution("job");
        store.commit(creating(here(execution)));
        store.close();
        open();

        assertThat(claimed(10)).containsExactly(execution.id());
    }

    @Test
    void a_connection_is_forgotten_with_the_transaction_that_it_was_opened_for() throws SQLException {
        List<WeakReference<Connection>> connections = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            connections.add(commitInATransactionOfItsOwn());
        }

        await().until(() -> {
            System.gc();
            return connections.stream().allMatch(connection -> connection.get() == null);
        });
    }

    private WeakReference<Connection> commitInATransactionOfItsOwn() throws SQLException {
        try (JdbcTransaction transaction = (JdbcTransaction) store.begin()) {
            WeakReference<Connection> connection = new WeakReference<>(transaction.connection());
            store.commit(new Commit(
                    List.of(here(execution("job"))), List.of(), List.of(), Map.of(), List.of(), transaction));
            return connection;
        }
    }
}

package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OpenTransactionTest {

    private final AtomicReference<Connection> connected = new AtomicReference<>();

    private Session begin() {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + FreshSqlite.newFile());
            connected.set(connection);
            Session session = Session.on(connection, new Isolation());
            session.begin();
            return session;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void a_transaction_that_was_given_up_while_it_began_keeps_no_connection() throws SQLException {
        AtomicReference<OpenTransaction> self = new AtomicReference<>();
        OpenTransaction transaction = new OpenTransaction(Dialect.SQLITE, () -> {
            // As another thread does when the attempt has to stop, and the file is locked for longer than its grace.
            self.get().close();
            return begin();
        });
        self.set(transaction);

        assertThatThrownBy(transaction::connection).isInstanceOf(StoreException.class);
        assertThat(connected.get().isClosed()).isTrue();
    }
}

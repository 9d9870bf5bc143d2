package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A transaction on its own connection, which is opened at the first use. */
final class OpenTransaction implements JdbcTransaction {

    private final Supplier<Session> source;
    private @Nullable Session session;
    private boolean closed;

    OpenTransaction(Supplier<Session> source) {
        this.source = source;
    }

    @Override
    public Connection connection() {
        return session().connection();
    }

    /** Commits and ends the transaction. */
    void commit() throws SQLException {
        session().commit();
        close();
    }

    private Session session() {
        if (closed) {
            throw new StoreException("the transaction is over: what the body wrote was committed, or taken back when"
                    + " the connection was lost, and then the body has to run again");
        }
        // Opened as late as possible: on SQLite a transaction keeps all others from writing.
        Session open = session == null ? source.get() : session;
        session = open;
        return open;
    }

    @Override
    public void close() {
        closed = true;
        if (session != null) {
            session.close();
            session = null;
        }
    }
}

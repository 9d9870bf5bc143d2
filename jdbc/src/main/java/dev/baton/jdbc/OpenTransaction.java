package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A transaction on its own connection, which is opened at the first use. */
final class OpenTransaction implements JdbcTransaction {

    private final Dialect dialect;
    private final Supplier<Session> source;
    private @Nullable Session session;
    private boolean closed;

    OpenTransaction(Dialect dialect, Supplier<Session> source) {
        this.dialect = dialect;
        this.source = source;
    }

    @Override
    public Connection connection() {
        return session().connection();
    }

    /**
     * Checks that the connection is open, that deferred constraints hold, and that no statement has failed whose error
     * the body ignored: each makes a commit fail, as often as the body runs. A connection whose loss no statement has
     * noticed is left to the commit, since the body is to run again then.
     */
    @Override
    public void check() throws SQLException {
        if (session == null) {
            return;
        }
        if (session.connection().isClosed()) {
            throw new StoreException(
                    "the connection of Stores.connection(context) was closed by the body, or broke during"
                            + " it: Baton commits and closes it when the body returns");
        }
        if (dialect != Dialect.POSTGRES) {
            return;
        }
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
        } catch (SQLException failure) {
            if (!Failures.passes(failure)) {
                throw failure;
            }
        }
    }

    /** Commits and ends the transaction. */
    void commit() throws SQLException {
        try {
            session().commit();
        } catch (SQLException failure) {
            // The transaction has held the file's lock since it began: nothing outside of it can be in its way.
            if (dialect == Dialect.SQLITE && Failures.isBusy(failure)) {
                throw new StoreException(
                        "the body left a statement open on the connection of Stores.connection(context), such as an"
                                + " INSERT ... RETURNING whose result set it did not close: close statements before the"
                                + " body returns",
                        failure);
            }
            throw failure;
        }
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

package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on its own connection, which is opened at the first use. The body uses it from one thread at a time, while
 * another may end it.
 */
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
        Session open = begun();
        if (open == null) {
            return;
        }
        if (open.connection().isClosed()) {
            throw new StoreException(
                    "the connection of Stores.connection(context) was closed by the body, or broke during"
                            + " it: Baton commits and closes it when the body returns");
        }
        if (dialect != Dialect.POSTGRES) {
            return;
        }
        try (Statement statement = open.connection().createStatement()) {
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
        Session known = known();
        if (known != null) {
            return known;
        }
        // Opened as late as possible: on SQLite a transaction keeps all others from writing.
        Session opened = source.get();
        if (!keep(opened)) {
            // It had to wait to begin, and the attempt was given up meanwhile: nobody else would ever end it.
            opened.close();
            throw over();
        }
        return opened;
    }

    private synchronized @Nullable Session begun() {
        return session;
    }

    private synchronized @Nullable Session known() {
        if (closed) {
            throw over();
        }
        return session;
    }

    /** Keeps the session unless the transaction is over by now. Returns whether it is kept. */
    private synchronized boolean keep(Session opened) {
        if (!closed) {
            session = opened;
        }
        return !closed;
    }

    private static StoreException over() {
        return new StoreException("the transaction is over: what the body wrote was committed, or taken back when the"
                + " connection was lost, and then the body has to run again");
    }

    @Override
    public void close() {
        Session open = end();
        if (open != null) {
            open.close();
        }
    }

    private synchronized @Nullable Session end() {
        Session open = session;
        closed = true;
        session = null;
        return open;
    }
}

package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection set up for transactions, which goes back to where it came from as it was.
 *
 * @param connection the connection
 * @param autoCommit what it was set to
 * @param isolation what it was set to; 0 when that was left alone
 * @param isPooled whether it belongs to a pool, which lends it out again when it is closed
 */
record Session(Connection connection, boolean autoCommit, int isolation, boolean isPooled) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    static Session on(Connection connection, Isolation isolation) throws SQLException {
        try {
            boolean autoCommit = connection.getAutoCommit();
            // To ask for the isolation can begin a transaction, in which it cannot be changed.
            connection.setAutoCommit(true);
            return new Session(connection, autoCommit, isolation.change(connection), isPooled(connection));
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    /** A connection that is the driver's own is closed for good; what a pool lends out is something around it. */
    private static boolean isPooled(Connection connection) {
        String driver = connection.getClass().getName();
        return !driver.startsWith("org.postgresql.") && !driver.startsWith("org.sqlite.");
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        // Commits and begins no other: SQLite's driver does, and would have the file's lock from then on.
        connection.setAutoCommit(true);
    }

    /** Takes back what was not committed, and gives the connection back. */
    @Override
    public void close() {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            if (isolation != 0) {
                connection.setTransactionIsolation(isolation);
            }
            connection.setAutoCommit(autoCommit);
        } catch (SQLException failure) {
            LOG.debug("A connection could not be given back as it was", failure);
        }
    }
}

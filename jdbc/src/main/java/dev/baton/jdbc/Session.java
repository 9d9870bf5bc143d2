package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection set up for transactions; closing it restores its original settings.
 *
 * @param connection the connection
 * @param autoCommit its original auto-commit mode
 * @param isolation its original isolation; 0 if it was not changed
 * @param isPooled whether it belongs to a pool, to which closing returns it
 * @param statements the statements that are kept for it until it is closed
 */
record Session(Connection connection, boolean autoCommit, int isolation, boolean isPooled, KeptStatements statements)
        implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    static Session on(Connection connection, Isolation isolation) throws SQLException {
        return on(connection, isolation, new KeptStatements());
    }

    static Session on(Connection connection, Isolation isolation, KeptStatements statements) throws SQLException {
        try {
            boolean autoCommit = connection.getAutoCommit();
            // Asking for the isolation can begin a transaction, in which the isolation cannot be changed.
            connection.setAutoCommit(true);
            return new Session(connection, autoCommit, isolation.change(connection), isPooled(connection), statements);
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    /** Closing a driver's own connection ends it; a pool lends out a wrapper of another class. */
    private static boolean isPooled(Connection connection) {
        String driver = connection.getClass().getName();
        return !driver.startsWith("org.postgresql.") && !driver.startsWith("org.sqlite.");
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        // Commits without beginning a new transaction: {@code commit()} of SQLite's driver begins one, which would hold
        // the file's lock.
        connection.setAutoCommit(true);
    }

    /** Rolls back an open transaction, and gives the connection back. */
    @Override
    public void close() {
        statements.forget(connection);
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
            LOG.debug("A connection could not be returned to its original state", failure);
        }
    }
}

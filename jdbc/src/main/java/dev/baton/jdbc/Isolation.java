package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The default isolation level of the connections of one source. Asking a connection takes a round trip, so the first
 * one answers for all. Safe from any thread.
 */
final class Isolation {

    private static final int UNKNOWN = -1;

    private volatile int known = UNKNOWN;

    /**
     * Sets the isolation of a connection to READ COMMITTED, unless it is that already.
     *
     * @return the previous level; 0 if it was not changed
     */
    int change(Connection connection) throws SQLException {
        int former = known;
        if (former == UNKNOWN) {
            former = ask(connection);
            known = former;
        }
        if (former != 0) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        return former;
    }

    private static int ask(Connection connection) throws SQLException {
        int isolation = connection.getTransactionIsolation();
        // SQLite supports only SERIALIZABLE, which suffices.
        boolean leave = isolation == Connection.TRANSACTION_READ_COMMITTED
                || !connection.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
        return leave ? 0 : isolation;
    }
}

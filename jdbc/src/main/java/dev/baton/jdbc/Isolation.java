package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The isolation that the connections of one source come with. To ask a connection takes a round trip, so the first one
 * answers for all. Safe from any thread.
 */
final class Isolation {

    private static final int UNKNOWN = -1;

    private volatile int known = UNKNOWN;

    /**
     * Makes sure that a connection's transactions are READ COMMITTED.
     *
     * @return what it was set to before; 0 when that was left alone
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
        // SQLite knows nothing but SERIALIZABLE, and needs nothing else.
        boolean leave = isolation == Connection.TRANSACTION_READ_COMMITTED
                || !connection.getMetaData().supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
        return leave ? 0 : isolation;
    }
}

package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A transaction that a body writes to and that is committed together with its completion. For one thread at a time.
 */
public interface JdbcTransaction extends Store.Transaction {

    /** The connection to write through. It must neither be committed, nor rolled back, nor closed. */
    Connection connection();

    /** Writes something. */
    default void run(SqlAction action) throws SQLException {
        action.run(connection());
    }
}

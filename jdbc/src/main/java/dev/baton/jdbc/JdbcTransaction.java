package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A transaction that a body writes to, committed together with the end of its run. For one thread at a time.
 *
 * <pre>{@code
 * Job ship = Job.named("ship").run(context -> {
 *     if (context.transaction() instanceof JdbcTransaction transaction) {
 *         transaction.run(connection -> markShipped(connection));
 *     }
 * });
 * }</pre>
 */
public interface JdbcTransaction extends Store.Transaction {

    /** The connection to write through. The body must not commit it, roll it back or close it. */
    Connection connection();

    /** Runs an action on the connection. */
    default void run(SqlAction action) throws SQLException {
        action.run(connection());
    }
}

package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The writes of a body in the transaction that records the end of its run. It must neither commit nor roll back.
 *
 * <pre>{@code
 * SqlAction ship = connection -> {
 *     try (Statement statement = connection.createStatement()) {
 *         statement.executeUpdate("UPDATE orders SET shipped = true WHERE number = 7");
 *     }
 * };
 * transaction.run(ship);
 * }</pre>
 */
@FunctionalInterface
public interface SqlAction {

    /** Uses the connection, and leaves it open. */
    void run(Connection connection) throws SQLException;
}

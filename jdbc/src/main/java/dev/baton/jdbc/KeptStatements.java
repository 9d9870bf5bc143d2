package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Statements that stay prepared as long as their {@link Session} is open; SQLite's driver would compile them each time.
 * The caller must not close them. Only the thread that holds the connection may use its statements.
 */
final class KeptStatements {

    private final Map<Connection, Map<String, PreparedStatement>> kept = new ConcurrentHashMap<>();

    PreparedStatement on(Connection connection, String sql) throws SQLException {
        Map<String, PreparedStatement> ofConnection = kept.computeIfAbsent(connection, key -> new HashMap<>());
        PreparedStatement statement = ofConnection.get(sql);
        if (statement == null || statement.isClosed()) {
            statement = connection.prepareStatement(sql);
            ofConnection.put(sql, statement);
        }
        return statement;
    }

    /** Forgets the statements of a connection that is about to be closed, which closes them. */
    void forget(Connection connection) {
        kept.remove(connection);
    }
}

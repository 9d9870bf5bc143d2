package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Statements that stay prepared as long as their connection is open; SQLite's driver would compile them each time. The
 * caller must not close them. Only the thread that holds the connection may use its statements.
 */
final class KeptStatements {

    private final Map<Connection, Map<String, PreparedStatement>> kept = new WeakHashMap<>();

    PreparedStatement on(Connection connection, String sql) throws SQLException {
        Map<String, PreparedStatement> ofConnection;
        synchronized (kept) {
            ofConnection = kept.computeIfAbsent(connection, key -> new HashMap<>());
        }
        PreparedStatement statement = ofConnection.get(sql);
        if (statement == null || statement.isClosed()) {
            statement = connection.prepareStatement(sql);
            ofConnection.put(sql, statement);
        }
        return statement;
    }
}

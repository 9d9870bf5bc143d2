package dev.baton.server.resolve;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A read-only transaction. Afterwards, the connection is as it was, because it may belong to a pool. */
final class ReadOnly implements AutoCloseable {

    private final Connection connection;
    private final boolean isSqlite;
    private final boolean wasReadOnly;
    private final boolean wasAutoCommit;

    private ReadOnly(Connection connection) throws SQLException {
        this.connection = connection;
        this.isSqlite = connection.getMetaData().getDatabaseProductName().equals("SQLite");
        this.wasReadOnly = connection.isReadOnly();
        this.wasAutoCommit = connection.getAutoCommit();
        forbidChanges(true);
        connection.setAutoCommit(false);
    }

    static ReadOnly begin(Connection connection) throws SQLException {
        return new ReadOnly(connection);
    }

    /** SQLite's driver refuses to change the flag of an open connection. */
    private void forbidChanges(boolean forbid) throws SQLException {
        if (isSqlite) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA query_only = " + (forbid ? "on" : "off"));
            }
        } else if (forbid || !wasReadOnly) {
            connection.setReadOnly(forbid);
        }
    }

    PreparedStatement prepare(String query) throws SQLException {
        return connection.prepareStatement(query);
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(wasAutoCommit);
        forbidChanges(false);
    }
}

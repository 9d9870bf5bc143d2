package dev.baton.bench.durable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements without parameters. */
final class Sql {

    private Sql() {}

    /** Reads a value from a row. */
    interface Reader<T> {

        T read(ResultSet row) throws SQLException;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The only row of the query. */
    static <T> T single(Connection connection, String query, Reader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return reader.read(rows);
        }
    }

    static long count(Connection connection, String query) throws SQLException {
        return single(connection, query, row -> row.getLong(1));
    }
}

package dev.baton.faults;

import dev.baton.jdbc.Dialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A database of PostgreSQL.
 *
 * @param server what it is on
 * @param address where nodes find it
 * @param direct where the driver finds it
 */
record PostgresDatabase(DatabaseServer server, String address, String direct) implements Database {

    private static final String CUT = """
            SELECT count(*) FILTER (WHERE pg_terminate_backend(pid))
            FROM (
                SELECT pid
                FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE ?
                ORDER BY random()
                LIMIT ?
            ) AS chosen""";

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(direct);
    }

    /**
     * Ends connections, whatever they are at.
     *
     * @param node whose; {@code %} for everybody's
     * @return how many
     */
    int cut(String node, int most) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(CUT)) {
            statement.setString(1, node);
            statement.setInt(2, most);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() {
        // The server goes with the whole run.
    }
}

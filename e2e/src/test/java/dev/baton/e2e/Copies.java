package dev.baton.e2e;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Fills the SQLite file of a server that does not run with copies of an execution that has ended, each a second older than
 * the one before: a history that would take days to make.
 */
final class Copies {

    private static final Set<String> TIMES =
            Set.of("scheduled", "created", "begun", "ended", "started", "finished", "run_started", "run_finished");

    /** A version 7 UUID whose time is that of the copy, and whose random part is its number. */
    private static final String ID =
            "unhex(printf('%012x7%03x8%015x', (SELECT created FROM baton_ended WHERE id = ?1) / 1000 - n.i * 1000, 0, n.i))";

    private static final String NUMBERS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";

    private final Path file;

    Copies(Path file) {
        this.file = file;
    }

    void make(String execution, int count) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            connection.setAutoCommit(false);
            copy(connection, "baton_ended", "id", execution, count);
            copy(connection, "baton_run", "execution", execution, count);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void copy(Connection connection, String table, String id, String execution, int count)
            throws SQLException {
        List<String> columns = columns(connection, table);
        List<String> values = columns.stream()
                .map(column -> column.equals(id)
                        ? ID
                        : TIMES.contains(column) ? "t." + column + " - n.i * 1000000" : "t." + column)
                .toList();
        String sql = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") " + NUMBERS + " SELECT "
                + String.join(", ", values) + " FROM " + table + " t, n WHERE t." + id + " = ?1";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setBytes(1, bytes(UUID.fromString(execution)));
            insert.setInt(2, count);
            insert.executeUpdate();
        }
    }

    private static List<String> columns(Connection connection, String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
            while (rows.next()) {
                columns.add(rows.getString("name"));
            }
        }
        return columns;
    }

    private static byte[] bytes(UUID id) {
        return java.nio.ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}

package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads executions. */
final class Executions {

    private static final String FIND = """
            SELECT %s
            FROM baton_execution
            WHERE id = ?""".formatted(ExecutionRows.COLUMNS);

    private static final String WITH_KEY = """
            SELECT id
            FROM baton_execution
            WHERE key = ?""";

    // Two halves, for each of which there is an index; together there is none.
    private static final String ACTIVE = """
            SELECT *
            FROM (
                SELECT %1$s
                FROM baton_execution
                WHERE home IS NULL AND ended = 0
                UNION ALL
                SELECT %1$s
                FROM baton_execution
                WHERE home IS NOT NULL AND ended = 0
            ) AS active
            ORDER BY created, id""".formatted(ExecutionRows.COLUMNS);

    private static final String PAST = """
            SELECT %s
            FROM baton_execution
            WHERE name = ? AND ended <> 0
            ORDER BY ended DESC, id DESC
            LIMIT ?""".formatted(ExecutionRows.COLUMNS);

    private static final String TAKE = """
            UPDATE baton_execution
            SET home = ?
            WHERE id = ? AND (home IS NULL OR home = ?)""";

    private static final String RELEASE = """
            UPDATE baton_execution
            SET home = NULL
            WHERE id = ? AND home = ?""";

    private static final String AT_HOME = """
            SELECT id
            FROM baton_execution
            WHERE home = ? AND ended = 0""";

    private static final String PLAN = """
            SELECT body
            FROM baton_plan
            WHERE id = ?""";

    private final Dialect dialect;
    private final ExecutionRows rows;
    private final RunRows runs;
    private final String active;

    Executions(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new ExecutionRows(dialect);
        this.runs = new RunRows(dialect);
        this.active = """
                SELECT id
                FROM baton_execution
                WHERE id %s AND ended = 0""".formatted(dialect.any);
    }

    Optional<Stored> find(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(FIND)) {
            query.setObject(1, dialect.id(id));
            return withRuns(connection, rows.readAll(query)).stream().findFirst();
        }
    }

    Optional<UUID> withKey(Connection connection, String key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(WITH_KEY)) {
            query.setString(1, key);
            try (ResultSet ids = query.executeQuery()) {
                return dialect.idList(ids).stream().findFirst();
            }
        }
    }

    /** Makes a node the home of an execution that has no other, ended or not. */
    Optional<Stored> take(Connection connection, UUID node, UUID id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(TAKE)) {
            update.setObject(1, dialect.id(node));
            update.setObject(2, dialect.id(id));
            update.setObject(3, dialect.id(node));
            return update.executeUpdate() == 0 ? Optional.empty() : find(connection, id);
        }
    }

    /** The active executions whose home is a node. */
    List<UUID> atHome(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(AT_HOME)) {
            query.setObject(1, dialect.id(node));
            try (ResultSet ids = query.executeQuery()) {
                return dialect.idList(ids);
            }
        }
    }

    /** Takes a node's home away from executions. */
    void release(Connection connection, UUID node, Collection<UUID> ids) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(RELEASE)) {
            for (UUID id : ids) {
                update.setObject(1, dialect.id(id));
                update.setObject(2, dialect.id(node));
                update.addBatch();
            }
            update.executeBatch();
        }
    }

    List<Stored> withRuns(Connection connection, List<ExecutionRecord> executions) throws SQLException {
        Map<UUID, List<RunRecord>> byExecution =
                runs.of(connection, executions.stream().map(ExecutionRecord::id).toList());
        return executions.stream()
                .map(execution -> new Stored(execution, byExecution.getOrDefault(execution.id(), List.of())))
                .toList();
    }

    List<ExecutionRecord> active(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(ACTIVE)) {
            return rows.readAll(query);
        }
    }

    List<ExecutionRecord> past(Connection connection, String name, int most) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(PAST)) {
            query.setString(1, name);
            query.setInt(2, most);
            return rows.readAll(query);
        }
    }

    /** All of these but those that are active. */
    List<UUID> ended(Connection connection, Collection<UUID> ids) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(active)) {
            query.setObject(1, dialect.ids(connection, ids));
            try (ResultSet found = query.executeQuery()) {
                Set<UUID> stillActive = new HashSet<>(dialect.idList(found));
                List<UUID> ended = new ArrayList<>(ids);
                ended.removeIf(stillActive::contains);
                return ended;
            }
        }
    }

    byte[] plan(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(PLAN)) {
            query.setObject(1, dialect.id(id));
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new StoreException("there is no plan " + id + " in the store");
                }
                return row.getBytes(1);
            }
        }
    }
}

package dev.baton.jdbc;

import dev.baton.policy.Retention;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Removes ended executions. Each rule walks along an index, no further than what it keeps plus what it removes. */
final class Pruning {

    // One that somebody has taken to run it again is not removed.
    private static final String REMOVE = """
            DELETE FROM baton_execution
            WHERE home IS NULL AND ended <> 0 AND id IN (
                SELECT id
                FROM baton_execution
                %s
            )
            RETURNING id""";

    private static final String TOO_OLD = REMOVE.formatted("""
            WHERE ended <> 0 AND ended < ?
                ORDER BY ended
                LIMIT ?""");

    private static final String TOO_MANY_OF_ONE = REMOVE.formatted("""
            WHERE name = ? AND ended <> 0
                ORDER BY ended DESC, id DESC
                LIMIT ? OFFSET ?""");

    private static final String TOO_MANY = REMOVE.formatted("""
            WHERE ended <> 0
                ORDER BY ended DESC, id DESC
                LIMIT ? OFFSET ?""");

    // From name to name along the index, past all the executions in between.
    private static final String NAMES = """
            WITH RECURSIVE names (name) AS (
                SELECT min(name)
                FROM baton_execution
                WHERE ended <> 0
                UNION ALL
                SELECT (
                    SELECT min(next.name)
                    FROM baton_execution AS next
                    WHERE next.ended <> 0 AND next.name > names.name
                )
                FROM names
                WHERE names.name IS NOT NULL
            )
            SELECT name
            FROM names
            WHERE name IS NOT NULL""";

    private final Dialect dialect;
    private final String removeRuns;

    Pruning(Dialect dialect) {
        this.dialect = dialect;
        this.removeRuns = """
                DELETE FROM baton_run
                WHERE execution %s""".formatted(dialect.any);
    }

    /** Removes what retention does not keep, and answers which. */
    List<UUID> prune(Connection connection, Retention retention, long now, int most) throws SQLException {
        List<UUID> removed = new ArrayList<>(remove(connection, TOO_OLD, oldest(retention, now), most));
        for (String name : retention.count() == Integer.MAX_VALUE ? List.<String>of() : names(connection)) {
            if (removed.size() < most) {
                removed.addAll(remove(connection, TOO_MANY_OF_ONE, name, most - removed.size(), retention.count()));
            }
        }
        if (removed.size() < most) {
            removed.addAll(remove(connection, TOO_MANY, most - removed.size(), retention.total()));
        }
        if (!removed.isEmpty()) {
            try (PreparedStatement delete = connection.prepareStatement(removeRuns)) {
                delete.setObject(1, dialect.ids(connection, removed));
                delete.executeUpdate();
            }
        }
        return removed;
    }

    private static long oldest(Retention retention, long now) {
        return now - Time.toMicros(retention.age());
    }

    private List<UUID> remove(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                delete.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = delete.executeQuery()) {
                return dialect.idList(rows);
            }
        }
    }

    private static List<String> names(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(NAMES);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}

package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.spi.ExecutionRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the last executions of jobs and workflows along the index of ends, so that the cost is that of the executions it
 * returns, however many there are of a name and however long ago the last one ran.
 */
final class HistoryRecent {

    /** The most ended executions to search for one with a wanted status. */
    private static final int LOOKED_BACK = 1_000;

    private static final String ENDED = """
            SELECT %s
            FROM baton_ended
            WHERE name = ?
            ORDER BY ended DESC, id DESC
            LIMIT ?""".formatted(ExecutionRows.ENDED);

    private static final String ENDED_WITH = """
            SELECT %s
            FROM baton_ended
            WHERE id IN (
                SELECT id
                FROM (
                    SELECT id, ended, status
                    FROM baton_ended
                    WHERE name = ?
                    ORDER BY ended DESC, id DESC
                    LIMIT ?
                ) AS past
                WHERE status = ?
                ORDER BY ended DESC, id DESC
                LIMIT ?
            )""".formatted(ExecutionRows.ENDED);

    /** One scan of the active executions for all names. */
    private static final String ACTIVE = """
            SELECT %s
            FROM baton_execution
            WHERE id IN (
                SELECT id
                FROM (
                    SELECT id, row_number() OVER (PARTITION BY name ORDER BY id DESC) AS place
                    FROM baton_execution
                    WHERE name %s
                ) AS ranked
                WHERE place <= ?
            )""";

    private static final Comparator<ExecutionRecord> NEWEST_FIRST = Comparator.comparing(
                    (ExecutionRecord execution) -> execution.id().toString())
            .reversed();

    private final Dialect dialect;
    private final ExecutionRows rows;

    HistoryRecent(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new ExecutionRows(dialect);
    }

    Map<String, List<ExecutionRecord>> of(Connection connection, Collection<String> names, int most)
            throws SQLException {
        Map<String, List<ExecutionRecord>> byName = new HashMap<>();
        for (ExecutionRecord execution : active(connection, names, most)) {
            byName.computeIfAbsent(execution.name(), name -> new ArrayList<>()).add(execution);
        }
        try (PreparedStatement query = connection.prepareStatement(ENDED)) {
            query.setInt(2, most);
            for (String name : names) {
                query.setString(1, name);
                byName.computeIfAbsent(name, any -> new ArrayList<>()).addAll(rows.readAll(query));
            }
        }
        byName.replaceAll(
                (name, all) -> all.stream().sorted(NEWEST_FIRST).limit(most).toList());
        return byName;
    }

    private List<ExecutionRecord> active(Connection connection, Collection<String> names, int most)
            throws SQLException {
        String sql = ACTIVE.formatted(ExecutionRows.active(dialect), dialect.any);
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setObject(1, dialect.texts(connection, names));
            query.setInt(2, most);
            return rows.readAll(query);
        }
    }

    List<ExecutionRecord> ended(Connection connection, String name, ExecutionStatus status, int most)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(ENDED_WITH)) {
            query.setString(1, name);
            query.setInt(2, LOOKED_BACK);
            query.setString(3, status.toString());
            query.setInt(4, most);
            return rows.readAll(query).stream().sorted(NEWEST_FIRST).toList();
        }
    }
}

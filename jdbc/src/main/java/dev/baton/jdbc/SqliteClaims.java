package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Claimable;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Takes executions that are adrift, on SQLite. */
final class SqliteClaims {

    private static final Comparator<ExecutionRecord> BY_RANK = Comparator.comparingLong(ExecutionRows::rank)
            .thenComparing(execution -> execution.id().toString());

    // From queue to queue along the index.
    private static final String QUEUES = """
            WITH RECURSIVE queues (queue) AS (
                SELECT min(queue)
                FROM baton_execution
                WHERE home IS NULL AND ended = 0
                UNION ALL
                SELECT (
                    SELECT min(next.queue)
                    FROM baton_execution AS next
                    WHERE next.home IS NULL AND next.ended = 0 AND next.queue > queues.queue
                )
                FROM queues
                WHERE queues.queue IS NOT NULL
            )
            SELECT queue
            FROM queues
            WHERE queue IS NOT NULL""";

    private static final String CANDIDATES = """
            SELECT %s
            FROM baton_execution AS e
            WHERE home IS NULL AND ended = 0 AND queue = ?
                AND name IN (SELECT value FROM json_each(?))
                AND (labels = '[]' OR NOT EXISTS (
                    SELECT 1
                    FROM json_each(e.labels) AS label
                    WHERE label.value NOT IN (SELECT value FROM json_each(?))
                ))
            ORDER BY rank, id
            LIMIT ?""".formatted(ExecutionRows.COLUMNS);

    private static final String TAKE = """
            UPDATE baton_execution
            SET home = ?
            WHERE id = ?""";

    private final Executions executions;
    private final ExecutionRows rows = new ExecutionRows(Dialect.SQLITE);

    SqliteClaims(Executions executions) {
        this.executions = executions;
    }

    List<Stored> claim(Connection connection, UUID node, Claimable claimable, int most) throws SQLException {
        List<ExecutionRecord> candidates = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(CANDIDATES)) {
            query.setString(2, Dialect.json(claimable.names()));
            query.setString(3, Dialect.json(claimable.labels()));
            query.setInt(4, most);
            for (String queue : queues(connection, claimable.queues())) {
                query.setString(1, queue);
                candidates.addAll(rows.readAll(query));
            }
        }
        candidates.sort(BY_RANK);
        List<ExecutionRecord> taken = new ArrayList<>();
        try (PreparedStatement update = connection.prepareStatement(TAKE)) {
            for (ExecutionRecord execution : candidates.subList(0, Math.min(most, candidates.size()))) {
                update.setString(1, node.toString());
                update.setString(2, execution.id().toString());
                update.executeUpdate();
                taken.add(ExecutionRows.at(node, execution));
            }
        }
        return executions.withRuns(connection, taken);
    }

    private static Collection<String> queues(Connection connection, Collection<String> served) throws SQLException {
        if (!served.isEmpty()) {
            return served;
        }
        List<String> queues = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(QUEUES);
                var found = query.executeQuery()) {
            while (found.next()) {
                queues.add(found.getString(1));
            }
        }
        return queues;
    }
}

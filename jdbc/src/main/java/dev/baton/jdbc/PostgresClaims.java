package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Claimable;
import dev.baton.spi.Store.Stored;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Takes executions that are adrift, on PostgreSQL. Nodes that do so at the same time take different ones. */
final class PostgresClaims {

    private static final String SERVED = """
            WITH queues (queue) AS (
                SELECT *
                FROM unnest(?::text[])
            ),""";

    // From queue to queue along the index.
    private static final String ALL = """
            WITH RECURSIVE steps (queue) AS (
                SELECT min(queue)
                FROM baton_execution
                WHERE home IS NULL AND ended = 0
                UNION ALL
                SELECT (
                    SELECT min(next.queue)
                    FROM baton_execution AS next
                    WHERE next.home IS NULL AND next.ended = 0 AND next.queue > steps.queue
                )
                FROM steps
                WHERE steps.queue IS NOT NULL
            ),
            queues (queue) AS (
                SELECT queue
                FROM steps
                WHERE queue IS NOT NULL AND ?::text[] IS NOT NULL
            ),""";

    // Queue by queue, because that is how the index is sorted; materialised, because otherwise the planner may lock
    // more than it takes.
    private static final String CLAIM = """

            adrift AS MATERIALIZED (
                SELECT first.id
                FROM queues
                CROSS JOIN LATERAL (
                    SELECT id, rank
                    FROM baton_execution
                    WHERE home IS NULL AND ended = 0 AND queue = queues.queue AND name = ANY (?) AND labels <@ ?
                    ORDER BY rank, id
                    LIMIT ?
                    FOR UPDATE SKIP LOCKED
                ) AS first
                ORDER BY first.rank, first.id
                LIMIT ?
            )
            UPDATE baton_execution
            SET home = ?
            FROM adrift
            WHERE baton_execution.id = adrift.id
            RETURNING baton_execution.%s""".formatted(ExecutionRows.COLUMNS.replace(", ", ", baton_execution."));

    private static final Comparator<ExecutionRecord> BY_RANK = Comparator.comparingLong(ExecutionRows::rank)
            .thenComparing(execution -> execution.id().toString());

    private final Executions executions;
    private final ExecutionRows rows = new ExecutionRows(Dialect.POSTGRES);

    PostgresClaims(Executions executions) {
        this.executions = executions;
    }

    List<Stored> claim(Connection connection, UUID node, Claimable claimable, int most) throws SQLException {
        String queues = claimable.queues().isEmpty() ? ALL : SERVED;
        try (PreparedStatement update = connection.prepareStatement(queues + CLAIM)) {
            update.setArray(
                    1, texts(connection, claimable.queues().stream().distinct().toArray()));
            update.setArray(2, texts(connection, claimable.names().toArray()));
            update.setArray(3, texts(connection, claimable.labels().toArray()));
            update.setInt(4, most);
            update.setInt(5, most);
            update.setObject(6, node);
            List<ExecutionRecord> taken = rows.readAll(update);
            taken.sort(BY_RANK);
            return executions.withRuns(connection, taken);
        }
    }

    private static Array texts(Connection connection, Object[] texts) throws SQLException {
        return connection.createArrayOf("text", texts);
    }
}

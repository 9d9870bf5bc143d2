package dev.baton.jdbc;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store.Stored;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Claims due executions without an owner, on PostgreSQL. Nodes that claim at the same time get different executions.
 */
final class PostgresClaims {

    /** The lowest goes first; a minute of waiting counts as one step of priority. As in the index. */
    private static final String RANK = "GREATEST(created, not_before) - priority * 60000000::bigint";

    /** When an execution can be claimed; 0 for at once. As in the indexes. */
    private static final String WAKE_AT = "GREATEST(not_before, sleeps_until)";

    /** The condition of the index of executions that can be claimed. */
    private static final String READY = "home IS NULL AND (" + WAKE_AT + " = 0 OR due)";

    /** The condition of the index of executions that cannot be claimed yet. */
    private static final String DELAYED = "home IS NULL AND " + WAKE_AT + " <> 0 AND NOT due";

    /**
     * What a node can run: the executions of what it has registered, or, if it reads definitions, those that bring their
     * own along.
     */
    private static final String FITS = "(name = ANY (?) AND labels <@ ? OR ? AND (flags & " + State.DEFINED + ") <> 0)";

    // Moves executions from the index of delayed ones to the index of claimable ones. Bounded, since a million may be
    // due.
    static final String FALL_DUE = """
            WITH late AS MATERIALIZED (
                SELECT ctid AS place
                FROM baton_execution
                WHERE %1$s AND %2$s <= ?
                ORDER BY %2$s
                LIMIT 2000
                FOR UPDATE SKIP LOCKED
            )
            UPDATE baton_execution
            SET due = true
            WHERE ctid = ANY (ARRAY(SELECT place FROM late))""".formatted(DELAYED, WAKE_AT);

    private static final String SERVED = """
            WITH queues (queue) AS (
                SELECT *
                FROM unnest(?::text[])
            ),""";

    // Jumps from queue to queue along the index.
    private static final String ALL = """
            WITH RECURSIVE steps (queue) AS (
                SELECT min(queue)
                FROM baton_execution
                WHERE %1$s
                UNION ALL
                SELECT (
                    SELECT min(next.queue)
                    FROM baton_execution AS next
                    WHERE %1$s AND next.queue > steps.queue
                )
                FROM steps
                WHERE steps.queue IS NOT NULL
            ),
            queues (queue) AS (
                SELECT queue
                FROM steps
                WHERE queue IS NOT NULL AND ?::text[] IS NOT NULL
            ),""".formatted(READY);

    // Queue by queue, because the index is sorted by queue; materialised, because otherwise the planner may lock more
    // rows than it takes. The locked rows are found again by ctid, which needs no index and no statistics. The driver
    // takes its time with arrays, even with empty ones.
    private static final String CLAIM =
            """

            adrift AS MATERIALIZED (
                SELECT first.place
                FROM queues
                CROSS JOIN LATERAL (
                    SELECT ctid AS place, %2$s AS rank, id
                    FROM baton_execution
                    WHERE %1$s AND queue = queues.queue AND %4$s
                    ORDER BY %2$s, id
                    LIMIT ?
                    FOR UPDATE SKIP LOCKED
                ) AS first
                ORDER BY first.rank, first.id
                LIMIT ?
            )
            UPDATE baton_execution
            SET home = ?
            WHERE ctid = ANY (ARRAY(SELECT place FROM adrift))
            RETURNING %3$s""".formatted(READY, RANK, StoredRows.TAKEN.replace(" labels,", " NULLIF(labels, '{}'),"), FITS);

    static final String CLAIM_SERVED = SERVED + CLAIM;
    static final String CLAIM_ALL = ALL + CLAIM;

    private static final String NEXT_DUE = """
            SELECT %2$s
            FROM baton_execution
            WHERE %1$s AND %3$s AND (cardinality(?::text[]) = 0 OR queue = ANY (?))
            ORDER BY %2$s
            LIMIT 1""".formatted(DELAYED, WAKE_AT, FITS);

    private static final Comparator<Stored> BY_RANK = Comparator.comparingLong(
                    (Stored stored) -> ExecutionRows.rank(stored.execution()))
            .thenComparing(stored -> stored.execution().id(), Ids.IN_ORDER);

    private final PostgresFence fence;
    private final StoredRows rows = new StoredRows(Dialect.POSTGRES);

    PostgresClaims(PostgresFence fence) {
        this.fence = fence;
    }

    List<Stored> claim(Connection connection, UUID node, Claimable claimable, long now, int most) throws SQLException {
        String claim = claimable.queues().isEmpty() ? CLAIM_ALL : CLAIM_SERVED;
        // Three statements in one round trip. If the node is dead, its claim is rolled back with the transaction.
        String sql = PostgresFence.ENTER + ";\n" + FALL_DUE + ";\n" + claim;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fence.bind(statement, node);
            statement.setLong(3, now);
            statement.setArray(
                    4, texts(connection, claimable.queues().stream().distinct().toArray()));
            statement.setArray(5, texts(connection, claimable.names().toArray()));
            statement.setArray(6, texts(connection, claimable.labels().toArray()));
            statement.setBoolean(7, claimable.defined());
            statement.setInt(8, most);
            statement.setInt(9, most);
            statement.setObject(10, node);
            statement.execute();
            try (ResultSet alive = statement.getResultSet()) {
                PostgresFence.check(alive, node);
            }
            // The second result is the number of executions that became due.
            statement.getMoreResults();
            statement.getMoreResults();
            try (ResultSet claimed = statement.getResultSet()) {
                List<Stored> taken = new ArrayList<>(rows.readAll(connection, claimed));
                taken.sort(BY_RANK);
                return taken;
            }
        }
    }

    static long nextDue(Connection connection, Claimable claimable) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NEXT_DUE)) {
            query.setArray(1, texts(connection, claimable.names().toArray()));
            query.setArray(2, texts(connection, claimable.labels().toArray()));
            query.setBoolean(3, claimable.defined());
            query.setArray(4, texts(connection, claimable.queues().toArray()));
            query.setArray(5, texts(connection, claimable.queues().toArray()));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private static Array texts(Connection connection, Object[] texts) throws SQLException {
        return connection.createArrayOf("text", texts);
    }
}

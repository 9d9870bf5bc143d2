package dev.baton.jdbc;

import dev.baton.jdbc.ClaimMark.Mark;
import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store.Stored;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Claims due executions without an owner, on PostgreSQL. Nodes that claim at the same time get different executions.
 */
final class PostgresClaims {

    /** The lowest goes first; a minute of waiting counts as one step of priority. As in the index. */
    private static final String RANK = "GREATEST(created, not_before) - priority * 60000000::bigint";

    /** When an execution can be claimed; 0 for at once. As in the indexes. */
    private static final String WAKE_AT = "GREATEST(not_before, sleeps_until)";

    /** What a claim returns. The driver takes its time with arrays, even with empty ones. */
    private static final String TAKEN = StoredRows.takenBy("owner").replace(" labels,", " NULLIF(labels, '{}'),");

    /** The condition of the index of executions that can be claimed. */
    private static final String READY = "owner IS NULL AND (" + WAKE_AT + " = 0 OR due)";

    /** The condition of the index of executions that cannot be claimed yet. */
    private static final String DELAYED = "owner IS NULL AND " + WAKE_AT + " <> 0 AND NOT due";

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

    /** Where an execution is kept that was set aside: its {@link PassedOver#places place}. As in the index. */
    private static final String ASIDE = "CASE WHEN (flags & " + State.SET_ASIDE + ") = 0 THEN '' WHEN (flags & "
            + State.DEFINED + ") = 0 THEN name ELSE '" + PassedOver.DEFINED + "' END";

    /** Where to look: the executions of each served queue, and those that were set aside there. */
    private static final String SERVED = """
            WITH RECURSIVE places (queue, aside) AS (
                SELECT queue, ''
                FROM unnest(?::text[]) AS served (queue)
                UNION ALL
                SELECT places.queue, next.aside
                FROM places
                CROSS JOIN LATERAL (
                    SELECT %2$s AS aside
                    FROM baton_execution
                    WHERE %1$s AND queue = places.queue AND %2$s > places.aside
                    ORDER BY %2$s
                    LIMIT 1
                ) AS next
            ),""".formatted(READY, ASIDE);

    /** The same for all queues: jumps from one to the next along the index. */
    private static final String ALL = """
            WITH RECURSIVE places (queue, aside) AS (
                (
                    SELECT queue, %2$s
                    FROM baton_execution
                    WHERE %1$s AND ?::text[] IS NOT NULL
                    ORDER BY queue, %2$s
                    LIMIT 1
                )
                UNION ALL
                SELECT next.queue, next.aside
                FROM places
                CROSS JOIN LATERAL (
                    SELECT queue, %2$s AS aside
                    FROM baton_execution
                    WHERE %1$s AND (queue, %2$s) > (places.queue, places.aside)
                    ORDER BY queue, %2$s
                    LIMIT 1
                ) AS next
            ),""".formatted(READY, ASIDE);

    // Sets aside the executions that this node cannot claim among the first of each queue. Looks at a bounded number,
    // and leaves out those that another node is claiming.
    private static final String SET_ASIDE =
            """

            passed AS MATERIALIZED (
                SELECT first.place
                FROM places
                CROSS JOIN LATERAL (
                    SELECT ctid AS place, name, flags
                    FROM baton_execution
                    WHERE %1$s AND queue = places.queue AND %2$s = '' AND %3$s < ?
                    ORDER BY %3$s, id
                    LIMIT %6$d
                ) AS first
                WHERE places.aside = '' AND NOT (name = ANY (?) OR ? AND (flags & %4$d) <> 0)
            ),
            free AS MATERIALIZED (
                SELECT ctid AS place
                FROM baton_execution
                WHERE ctid = ANY (ARRAY(SELECT place FROM passed)) AND owner IS NULL
                FOR UPDATE SKIP LOCKED
            )
            UPDATE baton_execution
            SET flags = flags | %5$d
            WHERE ctid = ANY (ARRAY(SELECT place FROM free))""".formatted(READY, ASIDE, RANK, State.DEFINED, State.SET_ASIDE, PassedOver.AT_MOST);

    static final String SET_ASIDE_SERVED = SERVED + SET_ASIDE;
    static final String SET_ASIDE_ALL = ALL + SET_ASIDE;

    // Place by place, because the index is sorted by queue and name; materialised, because otherwise the planner may
    // lock more rows than it takes. The locked rows are found again by ctid, which needs no index and no statistics.
    private static final String CLAIM = """

            unowned AS MATERIALIZED (
                SELECT first.place
                FROM places
                CROSS JOIN LATERAL (
                    SELECT ctid AS place, %2$s AS rank, id
                    FROM baton_execution
                    WHERE %1$s AND queue = places.queue AND %5$s = places.aside AND %2$s >= ? AND %4$s
                    ORDER BY %2$s, id
                    LIMIT ?
                    FOR UPDATE SKIP LOCKED
                ) AS first
                WHERE places.aside = '' OR places.aside = ANY (?)
                ORDER BY first.rank, first.id
                LIMIT ?
            )
            UPDATE baton_execution
            SET owner = ?
            WHERE ctid = ANY (ARRAY(SELECT place FROM unowned))
            RETURNING %3$s""".formatted(READY, RANK, TAKEN, FITS, ASIDE);

    static final String CLAIM_SERVED = SERVED + CLAIM;
    static final String CLAIM_ALL = ALL + CLAIM;

    private static final String QUEUES = ALL.substring(0, ALL.length() - 1) + """

            SELECT DISTINCT queue
            FROM places""";

    // Few are admitted at a time, however many wait: no more than the gates let in.
    private static final String CLAIM_ADMITTED = """
            WITH admitted AS MATERIALIZED (
                SELECT e.ctid AS place
                FROM baton_permit AS p
                JOIN baton_execution AS e ON e.id = p.execution
                WHERE p.admitted IS NOT NULL AND e.owner IS NULL AND e.name = ANY (?) AND e.labels <@ ?
                  AND (cardinality(?::text[]) = 0 OR e.queue = ANY (?))
                LIMIT ?
                FOR UPDATE OF e SKIP LOCKED
            )
            UPDATE baton_execution
            SET owner = ?
            WHERE ctid = ANY (ARRAY(SELECT place FROM admitted))
            RETURNING %s""".formatted(TAKEN);

    // Among the first: a million may belong to other nodes.
    private static final String NEXT_DUE = """
            SELECT wake_at
            FROM (
                SELECT %2$s AS wake_at, name, labels, flags, queue
                FROM baton_execution
                WHERE %1$s
                ORDER BY %2$s
                LIMIT %4$d
            ) AS first
            WHERE %3$s AND (cardinality(?::text[]) = 0 OR queue = ANY (?))
            ORDER BY wake_at
            LIMIT 1""".formatted(DELAYED, WAKE_AT, FITS, PassedOver.AT_MOST);

    private static final String LAST_OF_FIRST = """
            SELECT %2$s
            FROM baton_execution
            WHERE %1$s
            ORDER BY %2$s
            OFFSET %3$d
            LIMIT 1""".formatted(DELAYED, WAKE_AT, PassedOver.AT_MOST - 1);

    private static final Comparator<Stored> BY_RANK = Comparator.comparingLong(
                    (Stored stored) -> ExecutionRows.rank(stored.execution()))
            .thenComparing(stored -> stored.execution().id(), Ids.IN_ORDER);

    private final PostgresFence fence;
    private final StoredRows rows = new StoredRows(Dialect.POSTGRES);
    private final PassedOver passedOver = new PassedOver();
    private final ClaimMark claimMark = new ClaimMark();

    PostgresClaims(PostgresFence fence) {
        this.fence = fence;
    }

    List<Stored> claim(Connection connection, UUID node, Claimable claimable, long now, int most) throws SQLException {
        List<Stored> taken = take(connection, node, claimable, now, most);
        if (!claimable.saturated().isEmpty() && taken.size() < most) {
            taken.addAll(takeAdmitted(connection, node, claimable, most - taken.size()));
        }
        if (taken.size() < most && passedOver.isDue(now)) {
            passedOver.setAside(setAside(connection, claimable, PassedOver.before(now)), now);
        }
        return taken;
    }

    /** A walk along the executions that can be claimed, in some queues, from a rank on. */
    private record Walk(String claim, Collection<String> queues, long from) {

        static Walk fromBeginning(Claimable claimable) {
            return new Walk(
                    claimable.queues().isEmpty() ? CLAIM_ALL : CLAIM_SERVED, claimable.queues(), Long.MIN_VALUE);
        }

        static Walk from(Mark mark) {
            return new Walk(CLAIM_SERVED, mark.queues(), mark.rank());
        }
    }

    private List<Stored> take(Connection connection, UUID node, Claimable claimable, long now, int most)
            throws SQLException {
        Mark mark = claimMark.of(claimable, now);
        if (mark == null) {
            List<Stored> taken = take(connection, node, claimable, Walk.fromBeginning(claimable), now, most);
            if (most >= ClaimMark.LARGE && taken.size() >= most) {
                claimMark.set(new Mark(claimable, queues(connection, claimable), lastRank(taken), now));
            }
            return taken;
        }
        List<Stored> taken = take(connection, node, claimable, Walk.from(mark), now, most);
        if (taken.size() >= most) {
            claimMark.set(mark.at(lastRank(taken)));
            return taken;
        }
        claimMark.remove();
        int left = most - taken.size();
        taken.addAll(take(connection, node, claimable, Walk.fromBeginning(claimable), now, left));
        taken.sort(BY_RANK);
        return taken;
    }

    private List<Stored> take(Connection connection, UUID node, Claimable claimable, Walk walk, long now, int most)
            throws SQLException {
        // Three statements in one round trip. If the node is dead, its claim is rolled back with the transaction.
        String sql = PostgresFence.ENTER + ";\n" + FALL_DUE + ";\n" + walk.claim();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fence.bind(statement, node);
            statement.setLong(3, now);
            statement.setArray(4, texts(connection, Set.copyOf(walk.queues())));
            statement.setLong(5, walk.from());
            statement.setArray(6, texts(connection, claimable.names()));
            statement.setArray(7, texts(connection, claimable.labels()));
            statement.setBoolean(8, claimable.defined());
            statement.setInt(9, most);
            statement.setArray(10, texts(connection, PassedOver.places(claimable)));
            statement.setInt(11, most);
            statement.setObject(12, node);
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

    private static long lastRank(List<Stored> taken) {
        return ExecutionRows.rank(taken.get(taken.size() - 1).execution());
    }

    /** The queues to claim from: those that are served, or all that have something to claim. */
    private static Collection<String> queues(Connection connection, Claimable claimable) throws SQLException {
        if (!claimable.queues().isEmpty()) {
            return claimable.queues();
        }
        List<String> queues = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(QUEUES)) {
            query.setArray(1, texts(connection, List.of()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    queues.add(rows.getString(1));
                }
            }
        }
        return queues;
    }

    private List<Stored> takeAdmitted(Connection connection, UUID node, Claimable claimable, int most)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CLAIM_ADMITTED)) {
            update.setArray(1, texts(connection, claimable.saturated()));
            update.setArray(2, texts(connection, claimable.labels()));
            update.setArray(3, served(connection, claimable));
            update.setArray(4, served(connection, claimable));
            update.setInt(5, most);
            update.setObject(6, node);
            try (ResultSet claimed = update.executeQuery()) {
                return rows.readAll(connection, claimed);
            }
        }
    }

    private static int setAside(Connection connection, Claimable claimable, long before) throws SQLException {
        String sql = claimable.queues().isEmpty() ? SET_ASIDE_ALL : SET_ASIDE_SERVED;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setArray(1, served(connection, claimable));
            update.setLong(2, before);
            update.setArray(3, texts(connection, claimable.names()));
            update.setBoolean(4, claimable.defined());
            return update.executeUpdate();
        }
    }

    static long nextDue(Connection connection, Claimable claimable) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NEXT_DUE)) {
            query.setArray(1, texts(connection, claimable.names()));
            query.setArray(2, texts(connection, claimable.labels()));
            query.setBoolean(3, claimable.defined());
            query.setArray(4, served(connection, claimable));
            query.setArray(5, served(connection, claimable));
            try (ResultSet row = query.executeQuery()) {
                if (row.next()) {
                    return row.getLong(1);
                }
            }
        }
        try (PreparedStatement query = connection.prepareStatement(LAST_OF_FIRST);
                ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static Array served(Connection connection, Claimable claimable) throws SQLException {
        return texts(connection, claimable.queues());
    }

    private static Array texts(Connection connection, Collection<String> texts) throws SQLException {
        return connection.createArrayOf("text", texts.toArray());
    }
}

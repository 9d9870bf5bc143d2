package dev.baton.jdbc;

import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord.State;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Claims due executions without an owner, on SQLite. */
final class SqliteClaims {

    /** The condition of the index of executions that can be claimed. */
    private static final String READY = "home IS NULL AND (wake_at = 0 OR due)";

    /** The condition of the index of executions that cannot be claimed yet. */
    private static final String DELAYED = "home IS NULL AND wake_at <> 0 AND NOT due";

    /**
     * What a node can run: the executions of what it has registered, or, if it reads definitions, those that bring their
     * own along.
     */
    private static final String FITS = """
            (name IN (SELECT value FROM json_each(?))
                AND (labels = '[]' OR NOT EXISTS (
                    SELECT 1
                    FROM json_each(labels) AS label
                    WHERE label.value NOT IN (SELECT value FROM json_each(?))
                ))
                OR ? AND (flags & %d) <> 0)""".formatted(State.DEFINED);

    // Moves executions from the index of delayed ones to the index of claimable ones. Bounded, since a million may be
    // due.
    private static final String FALL_DUE = """
            UPDATE baton_execution
            SET due = TRUE
            WHERE id IN (
                SELECT id
                FROM baton_execution
                WHERE %s AND wake_at <= ?
                ORDER BY wake_at
                LIMIT 2000
            )""".formatted(DELAYED);

    // Jumps from queue to queue along the index.
    private static final String QUEUES = """
            WITH RECURSIVE queues (queue) AS (
                SELECT min(queue)
                FROM baton_execution
                WHERE %1$s
                UNION ALL
                SELECT (
                    SELECT min(next.queue)
                    FROM baton_execution AS next
                    WHERE %1$s AND next.queue > queues.queue
                )
                FROM queues
                WHERE queues.queue IS NOT NULL
            )
            SELECT queue
            FROM queues
            WHERE queue IS NOT NULL""".formatted(READY);

    private static final String FIRST = """
            SELECT %s
            FROM baton_execution
            WHERE %s AND queue = ? AND %s
            ORDER BY rank, id
            LIMIT ?""";

    private static final String CANDIDATES = FIRST.formatted("id, rank", READY, FITS);

    private static final String TAKE_FIRST = """
            UPDATE baton_execution
            SET home = ?
            WHERE id IN (
                %s
            )
            RETURNING %s""".formatted(FIRST.formatted("id", READY, FITS), StoredRows.TAKEN);

    private static final String TAKE = """
            UPDATE baton_execution
            SET home = ?
            WHERE id IN (SELECT unhex(value) FROM json_each(?))
            RETURNING %s""".formatted(StoredRows.TAKEN);

    private static final String NEXT_DUE = """
            SELECT wake_at
            FROM baton_execution
            WHERE %s AND %s AND (?4 = '[]' OR queue IN (SELECT value FROM json_each(?4)))
            ORDER BY wake_at
            LIMIT 1""".formatted(DELAYED, FITS);

    private static final Comparator<Stored> BY_RANK = Comparator.comparingLong(
                    (Stored stored) -> ExecutionRows.rank(stored.execution()))
            .thenComparing(stored -> stored.execution().id(), Ids.IN_ORDER);

    private final KeptStatements statements = new KeptStatements();
    private final StoredRows rows = new StoredRows(Dialect.SQLITE);

    private record Candidate(UUID id, long rank) {}

    List<Stored> claim(Connection connection, UUID node, Claimable claimable, long now, int most) throws SQLException {
        PreparedStatement due = statements.on(connection, FALL_DUE);
        due.setLong(1, now);
        due.executeUpdate();
        Collection<String> queues = claimable.queues().isEmpty() ? queues(connection) : List.copyOf(claimable.queues());
        List<Stored> taken = new ArrayList<>();
        if (queues.size() == 1) {
            PreparedStatement update = statements.on(connection, TAKE_FIRST);
            update.setBytes(1, Ids.toBytes(node));
            bind(update, queues.iterator().next(), claimable, most, 2);
            taken.addAll(rows.readAll(connection, update));
        } else if (!queues.isEmpty()) {
            PreparedStatement update = statements.on(connection, TAKE);
            update.setBytes(1, Ids.toBytes(node));
            update.setObject(2, Dialect.SQLITE.ids(connection, first(connection, queues, claimable, most)));
            taken.addAll(rows.readAll(connection, update));
        }
        taken.sort(BY_RANK);
        return taken;
    }

    /** The executions with the lowest ranks over several queues. */
    private List<UUID> first(Connection connection, Collection<String> queues, Claimable claimable, int most)
            throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        PreparedStatement query = statements.on(connection, CANDIDATES);
        for (String queue : queues) {
            bind(query, queue, claimable, most, 1);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    UUID id = Objects.requireNonNull(Dialect.SQLITE.id(row, 1));
                    candidates.add(new Candidate(id, row.getLong(2)));
                }
            }
        }
        return candidates.stream()
                .sorted(Comparator.comparingLong(Candidate::rank).thenComparing(Candidate::id, Ids.IN_ORDER))
                .limit(most)
                .map(Candidate::id)
                .toList();
    }

    private static void bind(PreparedStatement statement, String queue, Claimable claimable, int most, int first)
            throws SQLException {
        statement.setString(first, queue);
        statement.setString(first + 1, Dialect.json(claimable.names()));
        statement.setString(first + 2, Dialect.json(claimable.labels()));
        statement.setBoolean(first + 3, claimable.defined());
        statement.setInt(first + 4, most);
    }

    static long nextDue(Connection connection, Claimable claimable) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NEXT_DUE)) {
            query.setString(1, Dialect.json(claimable.names()));
            query.setString(2, Dialect.json(claimable.labels()));
            query.setBoolean(3, claimable.defined());
            query.setString(4, Dialect.json(claimable.queues()));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private List<String> queues(Connection connection) throws SQLException {
        List<String> queues = new ArrayList<>();
        try (ResultSet found = statements.on(connection, QUEUES).executeQuery()) {
            while (found.next()) {
                queues.add(found.getString(1));
            }
        }
        return queues;
    }
}

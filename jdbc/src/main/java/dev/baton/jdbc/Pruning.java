package dev.baton.jdbc;

import dev.baton.policy.Retention;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Removes ended executions, in two parts: finds in one transaction, which only reads, up to which end the executions of
 * each name are to go, and then removes a few of them in each of the following transactions. What is nested in an active
 * execution stays, because a retry of that one goes on with it, and so does what an active execution runs after.
 */
final class Pruning {

    private static final UUID LAST_ID = new UUID(-1, -1);

    private static final String COUNT = """
            SELECT count(*)
            FROM baton_ended""";

    // Sorts all of them: no index is in this order.
    private static final String NEWEST_TOO_MANY = """
            SELECT ended, id
            FROM baton_ended
            ORDER BY ended DESC, id DESC
            LIMIT 1
            OFFSET ?""";

    private static final String NEWEST_TOO_MANY_OF_ONE = """
            SELECT ended, id
            FROM baton_ended
            WHERE name = ?
            ORDER BY ended DESC, id DESC
            LIMIT 1
            OFFSET ?""";

    // Jumps from name to name along the index, over all the executions in between.
    private static final String NAMES = """
            WITH RECURSIVE names (name) AS (
                SELECT min(name)
                FROM baton_ended
                UNION ALL
                SELECT (
                    SELECT min(next.name)
                    FROM baton_ended AS next
                    WHERE next.name > names.name
                )
                FROM names
                WHERE names.name IS NOT NULL
            )
            SELECT name
            FROM names
            WHERE name IS NOT NULL""";

    // A key names the run that its execution is nested in. The condition is a CASE because keys of other kinds, such as
    // those that programs in other languages write, are no ids. The last condition is no NOT EXISTS, which PostgreSQL
    // might answer by reading all active executions first.
    private static final String REMOVE = """
            DELETE FROM baton_ended
            WHERE id IN (
                SELECT id
                FROM baton_ended AS past
                WHERE name = ? AND (ended, id) <= (?, ?) AND CASE WHEN %1$s THEN NOT EXISTS (
                    WITH RECURSIVE above (id) AS (
                        SELECT %2$s
                        UNION
                        SELECT %4$s
                        FROM above
                        JOIN baton_ended AS parent ON parent.id = above.id
                        WHERE %3$s
                    )
                    SELECT 1
                    FROM above
                    JOIN baton_execution AS active ON active.id = above.id
                ) ELSE TRUE END AND (
                    SELECT child.id
                    FROM baton_awaited AS awaited
                    JOIN baton_execution AS child ON child.id = awaited.child
                    WHERE awaited.parent = past.id
                    LIMIT 1
                ) IS NULL
                ORDER BY ended, id
                LIMIT ?
            )
            RETURNING id, key""";

    /** Removes executions of a name up to an end. */
    final String remove;

    private final Dialect dialect;
    private final String removeRuns;
    private final String removeAwaited;
    private final String removeKeys;
    private final Comparator<End> inOrder = Comparator.comparingLong(End::ended).thenComparing(End::id, Ids.IN_ORDER);

    Pruning(Dialect dialect) {
        this.dialect = dialect;
        this.remove = REMOVE.formatted(isNested("past"), parent("past"), isNested("parent"), parent("parent"));
        this.removeRuns = """
                DELETE FROM baton_run
                WHERE execution %s""".formatted(dialect.anyId);
        this.removeAwaited = """
                DELETE FROM baton_awaited
                WHERE child %s""".formatted(dialect.anyId);
        this.removeKeys = """
                DELETE FROM baton_key
                WHERE key %s""".formatted(dialect.any);
    }

    private String isNested(String table) {
        return switch (dialect) {
            case POSTGRES -> table + ".key ~ '^within:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]'";
            case SQLITE -> "substr(" + table + ".key, 1, 7) = 'within:'";
        };
    }

    private String parent(String table) {
        String id = "substr(" + table + ".key, 8, 36)";
        return switch (dialect) {
            case POSTGRES -> id + "::uuid";
            case SQLITE -> "unhex(" + id + ", '-')";
        };
    }

    /** The place of an execution among the ended ones. */
    private record End(long ended, UUID id) {}

    /** The executions of a name up to the last one that retention does not keep. */
    private record Excess(String name, End last) {}

    /** The executions that retention does not keep and that have yet to be removed. For one thread at a time. */
    final class Removal {

        private final Deque<Excess> left;

        private Removal(List<Excess> found) {
            this.left = new ArrayDeque<>(found);
        }

        /** Removes some executions, and returns their ids. */
        List<UUID> remove(Connection connection, int most) throws SQLException {
            List<UUID> ids = new ArrayList<>();
            List<String> keys = new ArrayList<>();
            while (ids.size() < most && !left.isEmpty()) {
                remove(connection, left.element(), most - ids.size(), ids, keys);
                if (ids.size() < most) {
                    left.remove();
                }
            }
            if (!ids.isEmpty()) {
                update(connection, removeRuns, dialect.ids(connection, ids));
                update(connection, removeAwaited, dialect.ids(connection, ids));
            }
            if (!keys.isEmpty()) {
                update(connection, removeKeys, dialect.texts(connection, keys));
            }
            return ids;
        }

        private void remove(Connection connection, Excess excess, int most, List<UUID> ids, List<String> keys)
                throws SQLException {
            try (PreparedStatement delete = connection.prepareStatement(remove)) {
                delete.setString(1, excess.name());
                delete.setLong(2, excess.last().ended());
                delete.setObject(3, dialect.id(excess.last().id()));
                delete.setInt(4, most);
                try (ResultSet rows = delete.executeQuery()) {
                    while (rows.next()) {
                        UUID id = dialect.id(rows, 1);
                        String key = rows.getString(2);
                        if (id != null) {
                            ids.add(id);
                        }
                        if (key != null) {
                            keys.add(key);
                        }
                    }
                }
            }
        }

        private static void update(Connection connection, String sql, Object parameter) throws SQLException {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                delete.setObject(1, parameter);
                delete.executeUpdate();
            }
        }
    }

    /** Finds the executions that retention does not keep. Only reads. */
    Removal find(Connection connection, Retention retention, long now) throws SQLException {
        End tooOld = new End(now - Time.toMicros(retention.age()) - 1, LAST_ID);
        End ofAll = later(tooOld, tooMany(connection, retention.total()));
        List<Excess> found = new ArrayList<>();
        for (String name : names(connection)) {
            End last = later(ofAll, tooManyOfOne(connection, name, retention.count()));
            found.add(new Excess(name, last));
        }
        return new Removal(found);
    }

    private End later(End one, @Nullable End other) {
        return other == null || inOrder.compare(one, other) >= 0 ? one : other;
    }

    private @Nullable End tooMany(Connection connection, int kept) throws SQLException {
        if (count(connection) <= kept) {
            return null;
        }
        try (PreparedStatement query = connection.prepareStatement(NEWEST_TOO_MANY)) {
            query.setInt(1, kept);
            return end(query);
        }
    }

    private @Nullable End tooManyOfOne(Connection connection, String name, int kept) throws SQLException {
        if (kept == Integer.MAX_VALUE) {
            return null;
        }
        try (PreparedStatement query = connection.prepareStatement(NEWEST_TOO_MANY_OF_ONE)) {
            query.setString(1, name);
            query.setInt(2, kept);
            return end(query);
        }
    }

    private @Nullable End end(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            UUID id = row.next() ? dialect.id(row, 2) : null;
            return id == null ? null : new End(row.getLong(1), id);
        }
    }

    private static long count(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(COUNT);
                ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
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

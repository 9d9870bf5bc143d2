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

/**
 * Removes ended executions. Each rule walks along an index, no further than the rows it keeps plus those it removes.
 */
final class Pruning {

    private static final String REMOVE = """
            DELETE FROM baton_ended
            WHERE id IN (
                SELECT id
                FROM baton_ended
                %s
            )
            RETURNING id, key""";

    // Unordered: a BRIN index has no order.
    private static final String TOO_OLD = REMOVE.formatted("""
            WHERE ended < ?
                LIMIT ?""");

    private static final String TOO_OLD_OF_ONE = REMOVE.formatted("""
            WHERE name = ? AND ended < ?
                ORDER BY ended
                LIMIT ?""");

    private static final String TOO_MANY_OF_ONE = REMOVE.formatted("""
            WHERE name = ?
                ORDER BY ended DESC, id DESC
                LIMIT ? OFFSET ?""");

    private static final String TOO_MANY = REMOVE.formatted("""
            ORDER BY ended, id
                LIMIT ?""");

    private static final String COUNT = """
            SELECT count(*)
            FROM baton_ended""";

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

    private final Dialect dialect;
    private final String removeRuns;
    private final String removeKeys;

    /** The state of one call. */
    private final class Removal {

        private final Connection connection;
        private final int most;
        private final List<UUID> ids = new ArrayList<>();
        private final List<String> keys = new ArrayList<>();

        Removal(Connection connection, int most) {
            this.connection = connection;
            this.most = most;
        }

        int left() {
            return most - ids.size();
        }

        void remove(String sql, Object... parameters) throws SQLException {
            if (left() <= 0) {
                return;
            }
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    delete.setObject(i + 1, parameters[i]);
                }
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

        void removeWhatBelongsToThem() throws SQLException {
            if (!ids.isEmpty()) {
                update(removeRuns, dialect.ids(connection, ids));
            }
            if (!keys.isEmpty()) {
                update(removeKeys, dialect.texts(connection, keys));
            }
        }

        private void update(String sql, Object parameter) throws SQLException {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                delete.setObject(1, parameter);
                delete.executeUpdate();
            }
        }
    }

    Pruning(Dialect dialect) {
        this.dialect = dialect;
        this.removeRuns = """
                DELETE FROM baton_run
                WHERE execution %s""".formatted(dialect.anyId);
        this.removeKeys = """
                DELETE FROM baton_key
                WHERE key %s""".formatted(dialect.any);
    }

    /** Removes executions that retention does not keep, and returns their ids. */
    List<UUID> prune(Connection connection, Retention retention, long now, int most) throws SQLException {
        Removal removal = new Removal(connection, most);
        long oldest = now - Time.toMicros(retention.age());
        boolean counts = retention.count() != Integer.MAX_VALUE;
        List<String> names = counts || dialect == Dialect.SQLITE ? names(connection) : List.of();
        if (dialect == Dialect.POSTGRES) {
            removal.remove(TOO_OLD, oldest, removal.left());
        } else {
            // SQLite has no index of ends alone.
            for (String name : names) {
                removal.remove(TOO_OLD_OF_ONE, name, oldest, removal.left());
            }
        }
        for (String name : counts ? names : List.<String>of()) {
            removal.remove(TOO_MANY_OF_ONE, name, removal.left(), retention.count());
        }
        long tooMany = removal.left() > 0 ? count(connection) - retention.total() : 0;
        if (tooMany > 0) {
            removal.remove(TOO_MANY, Math.min(tooMany, removal.left()));
        }
        removal.removeWhatBelongsToThem();
        return removal.ids;
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

package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunPage;
import dev.baton.spi.Store.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads executions, active and ended. */
final class Executions {

    private static final String FIND = """
            SELECT %s
            FROM baton_execution
            WHERE id = ?
            UNION ALL
            SELECT %s
            FROM baton_ended
            WHERE id = ?""";

    private static final String WITH_KEY = """
            SELECT execution
            FROM baton_key
            WHERE key = ?""";

    private static final String ACTIVE = """
            SELECT %s
            FROM baton_execution
            WHERE ended = 0
            ORDER BY created, id""";

    private static final String PAST = """
            SELECT %s
            FROM baton_ended
            WHERE name = ?
            ORDER BY ended DESC, id DESC
            LIMIT ?""".formatted(ExecutionRows.ENDED);

    private static final String TAKE = """
            UPDATE baton_execution
            SET owner = ?, due = TRUE
            WHERE id = ? AND (owner IS NULL OR owner = ?)""";

    // Ended ones as well: one that was claimed for a command stays among the active ones until it is released.
    private static final String OWNED = """
            SELECT id
            FROM baton_execution
            WHERE %s = ?""";

    private static final String PLAN = """
            SELECT body
            FROM baton_plan
            WHERE id = ?""";

    private final Dialect dialect;
    private final ExecutionRows rows;
    private final StoredRows stored;
    private final RunRows runs;
    private final Moves moves;
    private final String withRuns;
    private final String withoutRuns;
    private final String all;
    private final String allActive;
    private final String active;
    private final String owned;

    Executions(Dialect dialect) {
        this.dialect = dialect;
        this.rows = new ExecutionRows(dialect);
        this.stored = new StoredRows(dialect);
        this.runs = new RunRows(dialect);
        this.moves = new Moves(dialect);
        this.withRuns = FIND.formatted(StoredRows.active(dialect.ownerOfOne), StoredRows.ENDED);
        this.withoutRuns = FIND.formatted(ExecutionRows.ownedBy(dialect.ownerOfOne), ExecutionRows.ENDED);
        this.all = FIND.formatted(StoredRows.active(dialect.owner), StoredRows.ENDED)
                .replace("= ?", dialect.anyId);
        this.allActive = ACTIVE.formatted(ExecutionRows.active(dialect));
        this.owned = OWNED.formatted(dialect.owner);
        this.active = """
                SELECT id
                FROM baton_execution
                WHERE id %s AND ended = 0""".formatted(dialect.anyId);
    }

    Optional<Stored> find(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(withRuns)) {
            query.setObject(1, dialect.id(id));
            query.setObject(2, dialect.id(id));
            return stored.readAll(connection, query).stream().findFirst();
        }
    }

    List<Stored> findAll(Connection connection, Collection<UUID> ids) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(all)) {
            query.setObject(1, dialect.ids(connection, ids));
            query.setObject(2, dialect.ids(connection, ids));
            return stored.readAll(connection, query);
        }
    }

    /** Some runs of an execution that has more than one step. */
    RunPage runs(Connection connection, UUID id, int from, int to, long bytes) throws SQLException {
        return runs.some(connection, id, from, to, bytes);
    }

    Optional<ExecutionRecord> look(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(withoutRuns)) {
            query.setObject(1, dialect.id(id));
            query.setObject(2, dialect.id(id));
            return rows.readAll(query).stream().findFirst();
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

    /** Makes a node the owner of an execution that has no other owner, ended or not. */
    Optional<Stored> take(Connection connection, UUID node, UUID id) throws SQLException {
        // The second attempt is for an execution that another thread moved out of the table of ended ones meanwhile.
        boolean taken = takeActive(connection, node, id)
                || moves.take(connection, node, id)
                || takeActive(connection, node, id);
        return taken ? find(connection, id) : Optional.empty();
    }

    private boolean takeActive(Connection connection, UUID node, UUID id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(TAKE)) {
            update.setObject(1, dialect.id(node));
            update.setObject(2, dialect.id(id));
            update.setObject(3, dialect.id(node));
            return update.executeUpdate() > 0;
        }
    }

    /** The executions that a node owns, ended ones that it has claimed included. */
    List<UUID> owned(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(owned)) {
            query.setObject(1, dialect.id(node));
            try (ResultSet ids = query.executeQuery()) {
                return dialect.idList(ids);
            }
        }
    }

    List<ExecutionRecord> active(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(allActive)) {
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

    /** The executions among these that are not active. */
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

package dev.baton.jdbc;

import dev.baton.spi.Store.Pulse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The table of nodes. All times are those of the database. */
final class PostgresNodes {

    private static final String ARRIVE = """
            INSERT INTO baton_node (id, expires)
            VALUES (?, clock_timestamp() + ? * interval '1 microsecond')""";

    private static final String BEAT = """
            UPDATE baton_node
            SET expires = clock_timestamp() + ? * interval '1 microsecond'
            WHERE id = ?""";

    // A locked row belongs to a node that is writing at the moment, or that another node is about to declare dead.
    private static final String DECLARE_DEAD = """
            WITH silent AS MATERIALIZED (
                SELECT id
                FROM baton_node
                WHERE NOT dead AND expires < clock_timestamp()
                FOR UPDATE SKIP LOCKED
            )
            UPDATE baton_node
            SET dead = true
            FROM silent
            WHERE baton_node.id = silent.id
            RETURNING baton_node.id""";

    // Requests that wait are of no use without a node that hears of their admission: the next owner brings new ones. A
    // node that dies after admitting a permit whose run was ending, and before returning it, leaves a permit without a
    // run. All other admitted permits stay: their executions are under way.
    private static final String FORGET_PERMITS = """
            DELETE FROM baton_permit AS p
            WHERE p.node = ANY (?)
              AND (
                  p.admitted IS NULL
                  OR NOT EXISTS (
                      SELECT 1
                      FROM baton_execution AS e
                      WHERE e.id = p.execution AND e.ended = 0
                  )
                  OR EXISTS (
                      SELECT 1
                      FROM baton_run AS r
                      WHERE r.execution = p.execution AND r.step = p.step AND r.finished <> 0
                  )
                  OR EXISTS (
                      SELECT 1
                      FROM baton_execution AS e
                      WHERE e.id = p.execution AND p.step = 0 AND e.run_finished <> 0
                  )
              )""";

    private static final String FORGET_MESSAGES = """
            DELETE FROM baton_message
            WHERE receiver = ANY (?)""";

    // Dead nodes are kept for a day, for diagnosis.
    private static final String FORGET = """
            DELETE FROM baton_node
            WHERE dead AND expires < clock_timestamp() - interval '1 day'
            RETURNING id""";

    private static final String LEAVE = """
            DELETE FROM baton_node
            WHERE id = ?""";

    private static final String OTHERS = """
            SELECT id
            FROM baton_node
            WHERE NOT dead AND id <> ?""";

    private final Moves moves = new Moves(Dialect.POSTGRES);

    void arrive(Connection connection, UUID node, long lease) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ARRIVE)) {
            insert.setObject(1, node);
            insert.setLong(2, lease);
            insert.executeUpdate();
        }
    }

    /**
     * Records the heartbeat of a node that has {@linkplain PostgresFence passed the fence}, declares overdue nodes
     * dead, and releases the executions they owned.
     */
    Pulse beat(Connection connection, UUID node, long lease) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(BEAT)) {
            update.setLong(1, lease);
            update.setObject(2, node);
            update.executeUpdate();
        }
        boolean unowned = false;
        List<UUID> dead = ids(connection, DECLARE_DEAD);
        if (!dead.isEmpty()) {
            unowned = leaveBehind(connection, dead, true);
            Notices.toAll(connection, node);
        }
        List<UUID> forgotten = ids(connection, FORGET);
        if (!forgotten.isEmpty()) {
            update(connection, FORGET_MESSAGES, forgotten);
        }
        return new Pulse(others(connection, node), unowned);
    }

    /** Releases the executions that a node owns, and removes the node. */
    void leave(Connection connection, UUID node) throws SQLException {
        // Delete the row first: that waits for a running commit of the node, and later commits are refused.
        try (PreparedStatement delete = connection.prepareStatement(LEAVE)) {
            delete.setObject(1, node);
            delete.executeUpdate();
        }
        leaveBehind(connection, List.of(node), false);
        Notices.toAll(connection, node);
    }

    /**
     * Releases the executions of nodes, and removes their permits and messages. Returns whether there is anything to
     * claim.
     */
    private boolean leaveBehind(Connection connection, List<UUID> nodes, boolean died) throws SQLException {
        boolean unowned = moves.release(connection, nodes, died) > 0;
        update(connection, FORGET_PERMITS, nodes);
        update(connection, FORGET_MESSAGES, nodes);
        return unowned;
    }

    private static Set<UUID> others(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OTHERS)) {
            query.setObject(1, node);
            try (ResultSet rows = query.executeQuery()) {
                return Set.copyOf(Dialect.POSTGRES.idList(rows));
            }
        }
    }

    private static List<UUID> ids(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return Dialect.POSTGRES.idList(rows);
        }
    }

    private static int update(Connection connection, String sql, List<UUID> nodes) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setArray(1, IdArrays.of(connection, nodes));
            return update.executeUpdate();
        }
    }
}

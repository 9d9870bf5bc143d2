package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Sleeper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Moves executions between the tables of active and of ended executions without changing them: an ended execution is
 * moved out while a node changes it, and moved back afterwards.
 */
final class Moves {

    /** The columns of both tables. */
    static final String COMMON = """
            id, name, trigger, scheduled, created, not_before, parameters, key, queue, labels, priority, plan, \
            status, flags, begun, ended, steps""" + ", " + RunRows.INLINE;

    private static final String TAKE =
            """
            INSERT INTO baton_execution (%1$s, owner, due, tried)
            SELECT %2$s, ?, TRUE, TRUE
            FROM""".formatted(COMMON, replaced("coalesce(scheduled, 0)", "coalesce(not_before, 0)"));

    // NULL, which takes no space, for 0.
    private static final String PUT_AWAY =
            """
            INSERT INTO baton_ended (%1$s)
            SELECT %2$s
            FROM""".formatted(COMMON, replaced("NULLIF(scheduled, 0)", "NULLIF(not_before, 0)"));

    private static final String RELEASE_ALL = """
            UPDATE baton_execution
            SET owner = NULL, tried = TRUE, flags = flags + ?
            WHERE %s IS NOT NULL""";

    private static final String PUT_TO_SLEEP = """
            UPDATE baton_execution
            SET owner = NULL, tried = TRUE, due = FALSE, sleeps_until = ?
            WHERE id = ? AND owner = ?""";

    private static final String UNCLAIM_ALL = """
            DELETE FROM baton_claim""";

    private final Dialect dialect;
    private final List<String> take;
    private final List<String> putAway;
    private final List<String> putAwaySome;
    private final List<String> putAwayAll;
    private final String release;
    private final String releaseSome;
    private final String wake;

    Moves(Dialect dialect) {
        this.dialect = dialect;
        this.take = move(TAKE, "baton_ended", "id = ?");
        this.putAway = move(PUT_AWAY, "baton_execution", "owner %s AND ended <> 0".formatted(dialect.anyId));
        this.putAwaySome =
                move(PUT_AWAY, "baton_execution", "id %1$s AND owner %1$s AND ended <> 0".formatted(dialect.anyId));
        this.putAwayAll = move(PUT_AWAY, "baton_execution", "owner IS NOT NULL AND ended <> 0");
        this.release = """
                UPDATE baton_execution
                SET owner = NULL, tried = TRUE, flags = flags + ?
                WHERE owner %s""".formatted(dialect.anyId);
        this.releaseSome = """
                UPDATE baton_execution
                SET owner = NULL, tried = TRUE
                WHERE id %1$s AND owner %1$s""".formatted(dialect.anyId);
        // 1 is long ago: the next claim finds them due.
        this.wake = """
                UPDATE baton_execution
                SET sleeps_until = 1
                WHERE id %s AND owner IS NULL AND sleeps_until > 1""".formatted(dialect.anyId);
    }

    private static String replaced(String scheduled, String notBefore) {
        return COMMON.replace(" scheduled,", " " + scheduled + ",").replace(" not_before,", " " + notBefore + ",");
    }

    private List<String> move(String insert, String from, String condition) {
        return switch (dialect) {
            case POSTGRES -> {
                // One statement: of two nodes that claim the same execution, the second finds nothing.
                yield List.of("""
                        WITH gone AS (
                            DELETE FROM %s
                            WHERE %s
                            RETURNING *
                        )
                        %s gone""".formatted(from, condition, insert));
            }
            case SQLITE -> List.of(insert + " " + from + "\nWHERE " + condition, """
                        DELETE FROM %s
                        WHERE %s""".formatted(from, condition));
        };
    }

    /** Makes a node the owner of an ended execution. Returns whether there is such an execution. */
    boolean take(Connection connection, UUID node, UUID id) throws SQLException {
        if (dialect == Dialect.POSTGRES) {
            return update(connection, take.get(0), dialect.id(id), dialect.id(node)) > 0;
        }
        boolean taken = update(connection, take.get(0), dialect.id(node), dialect.id(id)) > 0;
        update(connection, take.get(1), dialect.id(id));
        return taken;
    }

    /**
     * Releases the executions that nodes own, and moves the ended ones back to their table.
     *
     * @param died whether the nodes were declared dead, rather than having left in order
     * @return how many active executions were released
     */
    int release(Connection connection, Collection<UUID> nodes, boolean died) throws SQLException {
        Object owners = dialect.ids(connection, nodes);
        for (String sql : putAway) {
            update(connection, sql, owners);
        }
        return update(connection, release, deaths(died), owners);
    }

    /** Releases the executions of all nodes. */
    void releaseAll(Connection connection, boolean died) throws SQLException {
        for (String sql : putAwayAll) {
            update(connection, sql);
        }
        update(connection, RELEASE_ALL.formatted(dialect.owner), deaths(died));
        if (dialect == Dialect.SQLITE) {
            update(connection, UNCLAIM_ALL);
        }
    }

    private static int deaths(boolean died) {
        return died ? ExecutionRecord.State.OWNER_DIED : 0;
    }

    /** Releases some executions of a node. */
    void release(Connection connection, UUID node, Collection<UUID> ids) throws SQLException {
        Object some = dialect.ids(connection, ids);
        Object owners = dialect.ids(connection, List.of(node));
        for (String sql : putAwaySome) {
            update(connection, sql, some, owners);
        }
        update(connection, releaseSome, some, owners);
    }

    /** Releases executions of a node, not to be claimed before a time. */
    void putToSleep(Connection connection, UUID node, Collection<Sleeper> sleepers) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(PUT_TO_SLEEP)) {
            for (Sleeper sleeper : sleepers) {
                update.setLong(1, sleeper.until());
                update.setObject(2, dialect.id(sleeper.execution()));
                update.setObject(3, dialect.id(node));
                update.addBatch();
            }
            update.executeBatch();
        }
    }

    /** Makes executions that sleep due at once. */
    void wake(Connection connection, Collection<UUID> ids) throws SQLException {
        update(connection, wake, dialect.ids(connection, ids));
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                update.setObject(i + 1, values[i]);
            }
            return update.executeUpdate();
        }
    }
}

package dev.baton.jdbc;

import dev.baton.spi.FencedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The first statement of every transaction that writes for a node. It locks the node's row, so that the node cannot be
 * declared dead until the transaction ends; a heartbeat does not need that lock.
 */
final class PostgresFence {

    // A process that is suspended in the middle of a transaction must not hold the lock for longer than its lease;
    // hence the timeout. The other settings keep plans that were made for small tables from being used for large ones,
    // and keep the resulting high cost estimates from triggering the JIT compiler. The last one keeps PostgreSQL from
    // planning a prepared claim anew each time. All of them last for this transaction.
    static final String ENTER = """
            SELECT txid_current(),
                   set_config('idle_in_transaction_session_timeout', ?, true),
                   set_config('enable_seqscan', 'off', true),
                   set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true),
                   set_config('enable_bitmapscan', 'off', true),
                   set_config('enable_sort', 'off', true),
                   set_config('jit', 'off', true),
                   set_config('plan_cache_mode', 'force_generic_plan', true)
            FROM baton_node
            WHERE id = ? AND NOT dead
            FOR KEY SHARE""";

    private static final String LIMIT = "SELECT set_config('idle_in_transaction_session_timeout', ?, true)";

    private volatile String timeout = "60000";

    /** Sets the length of the node's lease. */
    void lease(long millis) {
        timeout = Long.toString(Math.max(1_000, Math.min(millis, Integer.MAX_VALUE)));
    }

    /**
     * Checks that a node is alive, and keeps it alive until the transaction ends.
     *
     * @return the number of the transaction
     */
    long enter(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(ENTER)) {
            bind(query, node);
            try (ResultSet row = query.executeQuery()) {
                return check(row, node);
            }
        }
    }

    /** Limits how long a transaction may stand still, without checking that a node is alive. */
    void limit(Connection connection) throws SQLException {
        try (PreparedStatement setting = connection.prepareStatement(LIMIT)) {
            setting.setString(1, timeout);
            setting.execute();
        }
    }

    /** Binds the two parameters of {@link #ENTER}, for statements that follow it in the same round trip. */
    void bind(PreparedStatement query, UUID node) throws SQLException {
        query.setString(1, timeout);
        query.setObject(2, node);
    }

    /** Reads the result of {@link #ENTER}: the number of the transaction. */
    static long check(ResultSet row, UUID node) throws SQLException {
        if (!row.next()) {
            throw new FencedException(
                    "node " + node + " sent no heartbeat for longer than its lease, and was declared dead");
        }
        return row.getLong(1);
    }
}

package dev.baton.jdbc;

import dev.baton.spi.FencedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The first statement of every transaction that writes for a node. From then on to its end the node is not declared
 * dead: that waits for the lock taken here, while a sign of life does not.
 */
final class PostgresFence {

    // A process that is stopped in the middle of a transaction must not hold the lock for longer than its lease; hence
    // the timeout. The other settings keep plans that were made when the tables were small from staying in use when
    // they no longer are, and what is ruled out by its cost from being compiled for its cost. All of them last for this
    // transaction.
    static final String ENTER = """
            SELECT txid_current(),
                   set_config('idle_in_transaction_session_timeout', ?, true),
                   set_config('enable_seqscan', 'off', true),
                   set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true),
                   set_config('enable_bitmapscan', 'off', true),
                   set_config('enable_sort', 'off', true),
                   set_config('jit', 'off', true)
            FROM baton_node
            WHERE id = ? AND NOT dead
            FOR KEY SHARE""";

    private volatile String timeout = "60000";

    /** Says how long the lease of a node is. */
    void lease(long millis) {
        timeout = Long.toString(Math.max(1_000, Math.min(millis, Integer.MAX_VALUE)));
    }

    /**
     * Makes sure that a node is alive.
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

    /** Gives {@link #ENTER} its two parameters, where other statements come after it in the same round trip. */
    void bind(PreparedStatement query, UUID node) throws SQLException {
        query.setString(1, timeout);
        query.setObject(2, node);
    }

    /** Reads what {@link #ENTER} answers: the number of the transaction. */
    static long check(ResultSet row, UUID node) throws SQLException {
        if (!row.next()) {
            throw new FencedException(
                    "node " + node + " gave no sign of life for longer than its lease, and was declared dead");
        }
        return row.getLong(1);
    }
}

package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payload of PostgreSQL's NOTIFY between nodes: the sender and the receiver. A notice arrives when the transaction
 * commits.
 */
final class Notices {

    /**
     * Nodes in different schemas of one database have separate channels. The type {@code name} cuts a long name to the
     * bytes that a channel may have.
     */
    static final String CHANNEL = "('baton_' || current_schema())::name::text";

    private static final String NOTIFY = """
            SELECT pg_notify(%s, ?)""".formatted(CHANNEL);

    // It suffices to notify the nodes of the first requests in line: one request admits all requests that fit.
    private static final String NOTIFY_WAITING = """
            SELECT pg_notify(%s, ? || '/' || first.node)
            FROM unnest(?::text[]) AS left_gate
            CROSS JOIN LATERAL (
                SELECT node
                FROM baton_permit
                WHERE gate = left_gate AND admitted IS NULL
                ORDER BY rank, execution, step
                LIMIT 20
            ) AS first
            WHERE first.node <> ?
            GROUP BY first.node""".formatted(CHANNEL);

    private Notices() {}

    /** Notifies all nodes. */
    static void toAll(Connection connection, @Nullable UUID sender) throws SQLException {
        send(connection, List.of(text(sender) + "/"));
    }

    /** Notifies these nodes. */
    static void to(Connection connection, UUID sender, Collection<UUID> receivers) throws SQLException {
        send(connection, receivers.stream().map(id -> sender + "/" + id).toList());
    }

    /** Notifies the nodes with requests that wait at these gates. */
    static void toWaiting(Connection connection, UUID sender, Collection<String> gates) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NOTIFY_WAITING)) {
            query.setString(1, sender.toString());
            query.setArray(2, connection.createArrayOf("text", gates.toArray()));
            query.setObject(3, sender);
            query.execute();
        }
    }

    /** Whether a notice is meant for a node, and not sent by it. */
    static boolean concerns(String payload, UUID node) {
        return !payload.startsWith(node + "/") && (payload.endsWith("/") || payload.endsWith("/" + node));
    }

    private static void send(Connection connection, List<String> payloads) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NOTIFY)) {
            for (String payload : payloads) {
                query.setString(1, payload);
                query.execute();
            }
        }
    }

    private static String text(@Nullable UUID sender) {
        return sender == null ? "" : sender.toString();
    }
}

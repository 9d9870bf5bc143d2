package dev.baton.jdbc;

import dev.baton.spi.Store.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/** Messages between nodes. */
final class MessageRows {

    // A message to a node that does not exist would stay for ever.
    private static final String SEND = """
            INSERT INTO baton_message (receiver, message)
            SELECT id, ?
            FROM baton_node
            WHERE id = ?""";

    private static final String RECEIVE = """
            SELECT id, message
            FROM baton_message
            WHERE receiver = ?""";

    private static final String REMOVE = """
            DELETE FROM baton_message
            WHERE id = ?""";

    private final Dialect dialect;

    MessageRows(Dialect dialect) {
        this.dialect = dialect;
    }

    void send(Connection connection, List<Message> messages) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(SEND)) {
            for (Message one : messages) {
                insert.setString(1, one.message());
                insert.setObject(2, dialect.id(one.receiver()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** The messages of a node by their numbers, in order. */
    NavigableMap<Long, String> receive(Connection connection, UUID receiver) throws SQLException {
        NavigableMap<Long, String> messages = new TreeMap<>();
        try (PreparedStatement query = connection.prepareStatement(RECEIVE)) {
            query.setObject(1, dialect.id(receiver));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    messages.put(rows.getLong(1), rows.getString(2));
                }
            }
        }
        return messages;
    }

    void remove(Connection connection, Collection<Long> numbers) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            for (Long number : numbers) {
                delete.setLong(1, number);
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }
}

package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Starts executions from within a transaction of the caller's own: they exist if and only if it commits. Any node that
 * has registered the job or workflow runs them. Everything goes through the caller's connection, and nothing is
 * committed.
 */
public final class Enqueue {

    private static final String INSERT = """
            INSERT INTO baton_execution (id, name, trigger, created, parameters, key, queue)
            VALUES (?, ?, 'submit', %s, ?, ?, 'default')
            ON CONFLICT DO NOTHING""";

    private static final String BY_KEY = """
            SELECT id
            FROM baton_execution
            WHERE key = ?""";

    /** The database's time, in which all nodes reckon. */
    private static final String POSTGRES_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private static final String SQLITE_NOW = "CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER)";

    private static final JacksonCodec CODEC = new JacksonCodec();

    private Enqueue() {}

    /**
     * Starts an execution.
     *
     * @param name the job's or workflow's name
     * @param parameters its parameters
     * @param key if there is an execution with this key already, no other is started; null for none
     * @return the id of the execution, or of the one that has the key
     */
    public static UUID enqueue(Connection connection, String name, Map<String, ?> parameters, @Nullable String key)
            throws SQLException {
        return enqueue(connection, List.of(new Request(name, parameters, key))).get(0);
    }

    /** Starts several executions, and gives their ids in the same order. */
    public static List<UUID> enqueue(Connection connection, List<Request> requests) throws SQLException {
        Dialect dialect = Dialect.of(connection);
        String sql = INSERT.formatted(dialect == Dialect.POSTGRES ? POSTGRES_NOW : SQLITE_NOW);
        List<UUID> ids = new ArrayList<>();
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Request request : requests) {
                UUID id = Ids.next(System.currentTimeMillis() * 1_000);
                insert.setObject(1, dialect.id(id));
                insert.setString(2, request.name());
                insert.setString(3, CODEC.encodeAll(Map.copyOf(request.parameters())));
                insert.setString(4, request.key());
                insert.addBatch();
                ids.add(id);
            }
            int[] counts = insert.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                String key = requests.get(i).key();
                if (counts[i] == 0 && key != null) {
                    ids.set(i, byKey(connection, dialect, key));
                }
            }
        }
        if (dialect == Dialect.POSTGRES) {
            Notices.toAll(connection, null);
        }
        return ids;
    }

    private static UUID byKey(Connection connection, Dialect dialect, String key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(BY_KEY)) {
            query.setString(1, key);
            try (ResultSet row = query.executeQuery()) {
                UUID id = row.next() ? dialect.id(row, 1) : null;
                if (id == null) {
                    // At READ COMMITTED it would be seen.
                    throw new SQLException(
                            "an execution with the key \"" + key + "\" was started at the same time: try again",
                            "40001");
                }
                return id;
            }
        }
    }

    /**
     * An execution to start.
     *
     * @param name the job's or workflow's name
     * @param parameters its parameters
     * @param key if there is an execution with this key already, no other is started; null for none
     */
    public record Request(
            String name,
            Map<String, ?> parameters,
            @Nullable String key) {

        /** Refuses an empty name. */
        public Request {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("an execution is one of a job or workflow, which has a name");
            }
            parameters = Map.copyOf(parameters);
        }
    }
}

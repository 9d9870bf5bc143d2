package dev.baton.jdbc;

import dev.baton.RunPolicy;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.spi.CallerTransaction;
import dev.baton.spi.Codec;
import dev.baton.spi.HiddenParameters;
import dev.baton.spi.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts executions inside the caller's transaction: they exist if and only if the transaction commits. Any node that
 * has registered the job or workflow runs them. Everything goes through the caller's connection, and nothing is
 * committed here.
 *
 * <pre>{@code
 * try (Connection connection = dataSource.getConnection()) {
 *     connection.setAutoCommit(false);
 *     insert(connection, order);
 *     Enqueue.enqueue(connection, "ship", Map.of("order", order.id()), "ship-" + order.id());
 *     connection.commit();
 * }
 * }</pre>
 */
public final class Enqueue {

    private static final String INSERT = """
            INSERT INTO baton_execution
                (id, name, trigger, created, scheduled, not_before, priority, parameters, key, queue)
            VALUES (?, ?, ?, %1$s, COALESCE(?, %1$s), ?, ?, ?, ?, ?)""";

    private static final String TAKE_KEY = """
            INSERT INTO baton_key (key, execution)
            VALUES (?, ?)
            ON CONFLICT DO NOTHING""";

    private static final String OWNERS = """
            SELECT key, execution
            FROM baton_key
            WHERE key %s""";

    /** The time of the database, which all nodes use. */
    private static final String POSTGRES_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private static final String SQLITE_NOW = "CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER)";

    private Enqueue() {}

    /**
     * Starts an execution.
     *
     * @param name the name of the job or workflow
     * @param parameters its parameters
     * @param key the idempotency key: if an execution with this key exists, no other is started; null for none
     * @return the id of the new execution, or of the existing one with this key
     */
    public static UUID enqueue(Connection connection, String name, Map<String, ?> parameters, @Nullable String key)
            throws SQLException {
        return enqueue(connection, List.of(new Request(name, parameters, key))).get(0);
    }

    /**
     * The transaction that is open on a connection, for a scheduler that {@linkplain dev.baton.Baton.Builder#join joins}
     * its callers' transactions.
     */
    public static CallerTransaction in(Connection connection) {
        return in(connection, JsonCodec.standard());
    }

    /** The same for a store that has {@linkplain Stores#postgres(javax.sql.DataSource, Codec) a codec of its own}. */
    public static CallerTransaction in(Connection connection, Codec codec) {
        return submissions -> {
            try {
                return start(
                        connection, codec, submissions.stream().map(Row::of).toList());
            } catch (SQLException failure) {
                throw Failures.ofUser("start executions in the transaction of the caller", failure);
            }
        };
    }

    /** Starts several executions, and returns their ids in the same order. */
    public static List<UUID> enqueue(Connection connection, List<Request> requests) throws SQLException {
        return start(
                connection, JsonCodec.standard(), requests.stream().map(Row::of).toList());
    }

    private static List<UUID> start(Connection connection, Codec codec, List<Row> requests) throws SQLException {
        Dialect dialect = Dialect.of(connection);
        List<UUID> ids = requests.stream()
                .map(request -> Ids.next(System.currentTimeMillis() * 1_000))
                .collect(Collectors.toCollection(ArrayList::new));
        Map<String, UUID> owners = takeKeys(connection, dialect, requests, ids);
        String sql = INSERT.formatted(dialect == Dialect.POSTGRES ? POSTGRES_NOW : SQLITE_NOW);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < requests.size(); i++) {
                Row request = requests.get(i);
                UUID owner = request.key() == null ? ids.get(i) : owner(owners, request.key());
                if (owner.equals(ids.get(i))) {
                    insert.setObject(1, dialect.id(owner));
                    insert.setString(2, request.name());
                    insert.setString(3, request.trigger().toString());
                    insert.setObject(4, request.scheduled(), Types.BIGINT);
                    insert.setLong(5, request.notBefore());
                    insert.setInt(6, HiddenParameters.priority(request.parameters(), 0));
                    insert.setString(7, codec.encodeAll(request.parameters()));
                    insert.setString(8, request.key());
                    insert.setString(9, HiddenParameters.queue(request.parameters(), RunPolicy.Demand.DEFAULT_QUEUE));
                    insert.addBatch();
                }
                ids.set(i, owner);
            }
            insert.executeBatch();
        }
        if (dialect == Dialect.POSTGRES) {
            Notices.toAll(connection, null);
        }
        return ids;
    }

    /** Claims the keys that are free, and returns the execution of each key. */
    private static Map<String, UUID> takeKeys(
            Connection connection, Dialect dialect, List<Row> requests, List<UUID> ids) throws SQLException {
        // Sorted: two transactions that claim the same keys cannot deadlock.
        Map<String, UUID> wanted = new TreeMap<>();
        for (int i = 0; i < requests.size(); i++) {
            String key = requests.get(i).key();
            if (key != null) {
                wanted.putIfAbsent(key, ids.get(i));
            }
        }
        Map<String, UUID> owners = new HashMap<>();
        if (wanted.isEmpty()) {
            return owners;
        }
        try (PreparedStatement insert = connection.prepareStatement(TAKE_KEY)) {
            for (Map.Entry<String, UUID> key : wanted.entrySet()) {
                insert.setString(1, key.getKey());
                insert.setObject(2, dialect.id(key.getValue()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (PreparedStatement query = connection.prepareStatement(OWNERS.formatted(dialect.any))) {
            query.setObject(1, dialect.texts(connection, wanted.keySet()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    owners.put(row.getString(1), Objects.requireNonNull(dialect.id(row, 2)));
                }
            }
        }
        return owners;
    }

    private static UUID owner(Map<String, UUID> owners, String key) throws SQLException {
        UUID owner = owners.get(key);
        if (owner == null) {
            // At READ COMMITTED the row of the other transaction would be visible.
            throw new SQLException(
                    "an execution with the key \"" + key + "\" was started at the same time: try again", "40001");
        }
        return owner;
    }

    /** An execution to start, as its row has it; the time it is scheduled for is null for now. */
    private record Row(
            String name,
            Map<String, Object> parameters,
            @Nullable String key,
            Trigger trigger,
            @Nullable Long scheduled,
            long notBefore) {

        static Row of(Request request) {
            return new Row(request.name(), Map.copyOf(request.parameters()), request.key(), Trigger.SUBMIT, null, 0);
        }

        static Row of(Submission submission) {
            Instant scheduled =
                    submission.scheduledTime().or(submission::notBefore).orElse(null);
            return new Row(
                    submission.name(),
                    submission.parameters(),
                    submission.key().orElse(null),
                    submission.trigger(),
                    scheduled == null ? null : Time.toMicros(scheduled),
                    submission.notBefore().map(Time::toMicros).orElse(0L));
        }
    }

    /**
     * An execution to start.
     *
     * @param name the name of the job or workflow
     * @param parameters its parameters
     * @param key the idempotency key: if an execution with this key exists, no other is started; null for none
     */
    public record Request(
            String name,
            Map<String, ?> parameters,
            @Nullable String key) {

        /** Rejects an empty name, and a key that {@link Submission#key} rejects. */
        public Request {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("an execution needs the name of a job or workflow");
            }
            if (key != null) {
                Submission.of(name).key(key);
            }
            parameters = Map.copyOf(parameters);
        }
    }
}

package dev.baton.jdbc;

import dev.baton.jdbc.Writer.Awaited;
import dev.baton.spi.MissingParentException;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Fire;
import dev.baton.spi.Store.Refusal;
import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Creates executions: at most one for each fire, and one for each idempotency key. */
final class Creations {

    // All nodes lock definitions in the same order, so that they cannot deadlock.
    private static final Comparator<Creation> BY_FIRE = Comparator.comparing(Creations::nameOfFire)
            .thenComparing(creation -> creation.execution().cause().scheduled());
    // The row of the definition exists, unless it was removed by hand.
    private static final String DEAL_WITH = """
            INSERT INTO baton_definition (name, dealt_with)
            VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE
            SET dealt_with = excluded.dealt_with
            WHERE baton_definition.dealt_with < excluded.dealt_with AND baton_definition.dealt_with >= ?""";

    private final Dialect dialect;
    private final Writer writer;
    private final String byIds;
    private final String byKeys;
    private final String byNames;

    Creations(Dialect dialect, Writer writer) {
        this.dialect = dialect;
        this.writer = writer;
        this.byIds = """
                SELECT id
                FROM baton_execution
                WHERE id %1$s
                UNION ALL
                SELECT id
                FROM baton_ended
                WHERE id %1$s""".formatted(dialect.anyId);
        this.byKeys = """
                SELECT key, execution
                FROM baton_key
                WHERE key %s""".formatted(dialect.any);
        this.byNames = """
                SELECT name, dealt_with
                FROM baton_definition
                WHERE name %s""".formatted(dialect.any);
    }

    /**
     * Creates executions, and returns those that were refused, with the reason.
     *
     * @param tried the executions that have runs
     */
    Map<UUID, Refusal> create(Connection connection, UUID node, List<Creation> created, Set<UUID> tried)
            throws SQLException {
        Map<UUID, Refusal> refused = new HashMap<>(dealWith(connection, created));
        refused.putAll(takeKeys(connection, created, refused.keySet()));
        List<Creation> accepted = created;
        if (!refused.isEmpty()) {
            accepted = new ArrayList<>(created);
            accepted.removeIf(
                    creation -> refused.containsKey(creation.execution().id()));
        }
        if (!accepted.isEmpty()) {
            writer.insert(connection, node, accepted, tried);
            List<Awaited> awaited = awaited(accepted);
            if (!awaited.isEmpty() && writer.await(connection, awaited) < awaited.size()) {
                throw new MissingParentException();
            }
        }
        return refused;
    }

    private static List<Awaited> awaited(List<Creation> created) {
        List<Awaited> awaited = new ArrayList<>();
        for (Creation creation : created) {
            for (UUID parent : creation.awaited()) {
                awaited.add(new Awaited(parent, creation.execution().id()));
            }
        }
        return awaited;
    }

    /** Claims the keys of executions, and returns the executions whose key is taken. */
    private Map<UUID, Refusal> takeKeys(Connection connection, List<Creation> created, Set<UUID> refused)
            throws SQLException {
        // Sorted: two nodes that claim the same keys cannot deadlock.
        Map<String, UUID> wanted = new TreeMap<>();
        for (Creation creation : created) {
            String key = creation.execution().cause().key();
            UUID id = creation.execution().id();
            if (key != null && !refused.contains(id)) {
                wanted.putIfAbsent(key, id);
            }
        }
        if (wanted.isEmpty()) {
            return Map.of();
        }
        writer.keys(connection, wanted);
        Map<String, UUID> owners = owners(connection, wanted.keySet());
        Map<UUID, Refusal> taken = new HashMap<>();
        for (Creation creation : created) {
            String key = creation.execution().cause().key();
            UUID id = creation.execution().id();
            if (key != null && !refused.contains(id)) {
                UUID owner = owners.get(key);
                if (owner == null) {
                    var gone = new SQLException("the execution that had the key was removed just now");
                    throw new StoreUnavailableException("could not create execution " + id, gone);
                }
                if (!owner.equals(id)) {
                    taken.put(id, new Refusal.KeyTaken(owner));
                }
            }
        }
        return taken;
    }

    private Map<String, UUID> owners(Connection connection, Collection<String> keys) throws SQLException {
        Map<String, UUID> owners = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(byKeys)) {
            query.setObject(1, dialect.texts(connection, keys));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    owners.put(rows.getString(1), Objects.requireNonNull(dialect.id(rows, 2)));
                }
            }
        }
        return owners;
    }

    /** Records these fires as handled, and returns those that were refused. */
    private Map<UUID, Refusal> dealWith(Connection connection, List<Creation> created) throws SQLException {
        List<Creation> fires = created.stream()
                .filter(creation -> creation.fire() != null)
                .sorted(BY_FIRE)
                .toList();
        if (fires.isEmpty()) {
            return Map.of();
        }
        Map<UUID, Creation> refused = new HashMap<>();
        try (PreparedStatement update = connection.prepareStatement(DEAL_WITH)) {
            for (Creation creation : fires) {
                update.setString(1, nameOfFire(creation));
                update.setLong(2, creation.execution().cause().scheduled());
                update.setLong(3, Objects.requireNonNull(creation.fire()).after());
                update.addBatch();
            }
            int[] counts = update.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 0) {
                    refused.put(fires.get(i).execution().id(), fires.get(i));
                }
            }
        }
        // These fires were handled by the same executions: the commit is being repeated.
        refused.keySet().removeAll(present(connection, refused.keySet()));
        return reasons(connection, refused.values());
    }

    private Map<UUID, Refusal> reasons(Connection connection, Collection<Creation> refused) throws SQLException {
        if (refused.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> dealtWith = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(byNames)) {
            query.setObject(
                    1,
                    dialect.texts(
                            connection,
                            refused.stream()
                                    .map(Creations::nameOfFire)
                                    .distinct()
                                    .toList()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    dealtWith.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        Map<UUID, Refusal> reasons = new HashMap<>();
        for (Creation fire : refused) {
            long scheduled = fire.execution().cause().scheduled();
            boolean late = dealtWith.getOrDefault(nameOfFire(fire), 0L) >= scheduled;
            reasons.put(fire.execution().id(), late ? new Refusal.DealtWith() : new Refusal.TooSoon());
        }
        return reasons;
    }

    /** The name under which the fires of a schedule are handled: that of its own, or of the job or workflow. */
    private static String nameOfFire(Creation creation) {
        Fire fire = creation.fire();
        return fire == null || fire.name() == null ? creation.execution().name() : fire.name();
    }

    private Set<UUID> present(Connection connection, Collection<UUID> ids) throws SQLException {
        if (ids.isEmpty()) {
            return Set.of();
        }
        try (PreparedStatement query = connection.prepareStatement(byIds)) {
            query.setObject(1, dialect.ids(connection, ids));
            query.setObject(2, dialect.ids(connection, ids));
            try (ResultSet rows = query.executeQuery()) {
                return new HashSet<>(dialect.idList(rows));
            }
        }
    }
}

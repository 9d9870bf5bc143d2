package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Creation;
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
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates executions: of each fire one, of each key one. */
final class Creations {

    // All nodes lock definitions, and then keys, in the same order: none waits for one that waits for it.
    private static final Comparator<Creation> BY_FIRE = Comparator.comparing(
                    (Creation creation) -> creation.execution().name())
            .thenComparing(creation -> creation.execution().cause().scheduled());
    private static final Comparator<Creation> BY_KEY =
            Comparator.comparing(creation -> Objects.requireNonNullElse(key(creation), ""));

    // The definition is there, unless its row was removed by hand.
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
                WHERE id %s""".formatted(dialect.any);
        this.byKeys = """
                SELECT id, key
                FROM baton_execution
                WHERE key %s""".formatted(dialect.any);
        this.byNames = """
                SELECT name, dealt_with
                FROM baton_definition
                WHERE name %s""".formatted(dialect.any);
    }

    /** Creates executions and tells which were not, and why. */
    Map<UUID, Refusal> create(Connection connection, UUID node, List<Creation> created) throws SQLException {
        Map<UUID, Refusal> refused = new HashMap<>(dealWith(connection, created));
        List<Creation> accepted = new ArrayList<>(created);
        accepted.removeIf(creation -> refused.containsKey(creation.execution().id()));
        if (accepted.stream().anyMatch(creation -> key(creation) != null)) {
            accepted.sort(BY_KEY);
        }
        if (!accepted.isEmpty()) {
            Set<UUID> missing = writer.insert(connection, node, accepted);
            if (!missing.isEmpty()) {
                refused.putAll(others(connection, accepted, missing));
            }
        }
        return refused;
    }

    /** Moves on to these fires, and tells which of them it could not move on to. */
    private Map<UUID, Refusal> dealWith(Connection connection, List<Creation> created) throws SQLException {
        List<Creation> fires = created.stream()
                .filter(creation -> creation.fire() != null)
                .sorted(BY_FIRE)
                .toList();
        if (fires.isEmpty()) {
            return Map.of();
        }
        Map<UUID, ExecutionRecord> refused = new HashMap<>();
        try (PreparedStatement update = connection.prepareStatement(DEAL_WITH)) {
            for (Creation creation : fires) {
                update.setString(1, creation.execution().name());
                update.setLong(2, creation.execution().cause().scheduled());
                update.setLong(3, Objects.requireNonNull(creation.fire()).after());
                update.addBatch();
            }
            int[] counts = update.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 0) {
                    ExecutionRecord fire = fires.get(i).execution();
                    refused.put(fire.id(), fire);
                }
            }
        }
        // Dealt with in this very execution: the commit is made a second time.
        refused.keySet().removeAll(present(connection, refused.keySet()));
        return reasons(connection, refused.values());
    }

    private Map<UUID, Refusal> reasons(Connection connection, Collection<ExecutionRecord> refused) throws SQLException {
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
                                    .map(ExecutionRecord::name)
                                    .distinct()
                                    .toList()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    dealtWith.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        Map<UUID, Refusal> reasons = new HashMap<>();
        for (ExecutionRecord fire : refused) {
            boolean late =
                    dealtWith.getOrDefault(fire.name(), 0L) >= fire.cause().scheduled();
            reasons.put(fire.id(), late ? new Refusal.DealtWith() : new Refusal.TooSoon());
        }
        return reasons;
    }

    private Set<UUID> present(Connection connection, Collection<UUID> ids) throws SQLException {
        if (ids.isEmpty()) {
            return Set.of();
        }
        try (PreparedStatement query = connection.prepareStatement(byIds)) {
            query.setObject(1, dialect.ids(connection, ids));
            try (ResultSet rows = query.executeQuery()) {
                return new HashSet<>(dialect.idList(rows));
            }
        }
    }

    private Map<UUID, Refusal> others(Connection connection, List<Creation> creations, Set<UUID> missing)
            throws SQLException {
        Map<UUID, Refusal> others = new HashMap<>();
        Set<UUID> present = present(connection, missing);
        Map<String, UUID> byKey = byKeys(connection, creations);
        for (Creation creation : creations) {
            UUID id = creation.execution().id();
            if (missing.contains(id) && !present.contains(id)) {
                UUID other = byKey.get(key(creation));
                if (other == null) {
                    var gone = new SQLException("the execution that had the key was removed just now");
                    throw new StoreUnavailableException("could not create execution " + id, gone);
                }
                others.put(id, new Refusal.KeyTaken(other));
            }
        }
        return others;
    }

    private Map<String, UUID> byKeys(Connection connection, List<Creation> creations) throws SQLException {
        List<String> keys = new ArrayList<>();
        for (Creation creation : creations) {
            String key = key(creation);
            if (key != null) {
                keys.add(key);
            }
        }
        Map<String, UUID> found = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(byKeys)) {
            query.setObject(1, dialect.texts(connection, keys));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getString(2), Objects.requireNonNull(dialect.id(rows, 1)));
                }
            }
        }
        return found;
    }

    private static @Nullable String key(Creation creation) {
        return creation.execution().cause().key();
    }
}

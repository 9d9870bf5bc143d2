package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store.Creation;
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
import java.util.Optional;
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
            WHERE baton_definition.dealt_with < excluded.dealt_with""";

    private final Dialect dialect;
    private final Writer writer;
    private final String byIds;
    private final String byKeys;

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
    }

    /** Creates executions and tells which were not, with the one that is there instead. */
    Map<UUID, Optional<UUID>> create(Connection connection, UUID node, List<Creation> created) throws SQLException {
        Map<UUID, Optional<UUID>> refused = new HashMap<>();
        for (UUID late : late(connection, created)) {
            refused.put(late, Optional.empty());
        }
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

    /** The fires that somebody has dealt with already, in another execution. */
    private Set<UUID> late(Connection connection, List<Creation> created) throws SQLException {
        List<ExecutionRecord> fires = created.stream()
                .filter(Creation::fire)
                .sorted(BY_FIRE)
                .map(Creation::execution)
                .toList();
        if (fires.isEmpty()) {
            return Set.of();
        }
        Set<UUID> late = new HashSet<>();
        try (PreparedStatement update = connection.prepareStatement(DEAL_WITH)) {
            for (ExecutionRecord fire : fires) {
                update.setString(1, fire.name());
                update.setLong(2, fire.cause().scheduled());
                update.addBatch();
            }
            int[] counts = update.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 0) {
                    late.add(fires.get(i).id());
                }
            }
        }
        // Dealt with in this very execution: the commit is made a second time.
        late.removeAll(present(connection, late));
        return late;
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

    private Map<UUID, Optional<UUID>> others(Connection connection, List<Creation> creations, Set<UUID> missing)
            throws SQLException {
        Map<UUID, Optional<UUID>> others = new HashMap<>();
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
                others.put(id, Optional.of(other));
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

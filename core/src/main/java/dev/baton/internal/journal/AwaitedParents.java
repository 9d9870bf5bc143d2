package dev.baton.internal.journal;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which executions run after which others. For one thread at a time. */
final class AwaitedParents {

    private final Map<UUID, Set<UUID>> parents = new HashMap<>();

    /** The children that have not ended. Each set has an order, so that its first element is found at once. */
    private final Map<UUID, Set<UUID>> waiting = new HashMap<>();

    /** Adds a child that has not ended. */
    void add(UUID child, Set<UUID> itsParents) {
        parents.put(child, itsParents);
        reopened(child);
    }

    /** A child has ended: it needs its parents only if it is reopened. */
    void ended(UUID child) {
        for (UUID parent : parents.getOrDefault(child, Set.of())) {
            waiting.computeIfPresent(parent, (id, children) -> {
                children.remove(child);
                return children.isEmpty() ? null : children;
            });
        }
    }

    /** A child that had ended needs its parents again. */
    void reopened(UUID child) {
        for (UUID parent : parents.getOrDefault(child, Set.of())) {
            waiting.computeIfAbsent(parent, id -> new LinkedHashSet<>()).add(child);
        }
    }

    /** An ended execution is not kept any longer. */
    void forget(UUID child) {
        parents.remove(child);
    }

    /** A child of this execution that has not ended; null if there is none. */
    @Nullable UUID waitingFor(UUID parent) {
        Set<UUID> children = waiting.get(parent);
        return children == null ? null : children.iterator().next();
    }
}

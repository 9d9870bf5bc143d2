package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Ended executions that retention would not keep, but that an active one needs: it runs after them, or they are nested in
 * it and a retry of it goes on with them. For one thread at a time.
 */
final class NeededPast {

    private final Map<UUID, LiveExecution> byId = new HashMap<>();
    private final Map<UUID, Set<UUID>> byUser = new HashMap<>();

    /** Keeps an execution until this other one has ended. */
    void add(LiveExecution execution, UUID user) {
        byId.put(execution.id(), execution);
        byUser.computeIfAbsent(user, id -> new HashSet<>()).add(execution.id());
    }

    @Nullable LiveExecution find(UUID id) {
        return byId.get(id);
    }

    /** Keeps it no longer, if it is among them. */
    void remove(LiveExecution execution) {
        byId.remove(execution.id());
    }

    /** The executions that were kept until this one ended. They are still here, for the caller to add again or remove. */
    List<LiveExecution> releasedBy(UUID user) {
        Set<UUID> ids = byUser.remove(user);
        return ids == null
                ? List.of()
                : ids.stream().map(byId::get).filter(Objects::nonNull).toList();
    }

    Collection<LiveExecution> all() {
        return byId.values();
    }
}

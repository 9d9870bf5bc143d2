package dev.baton.internal.journal;

import dev.baton.RunId;
import dev.baton.internal.definition.Keys;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.policy.Retention;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps executions in memory: the active ones, what is nested in them, what they run after, and as many other ended ones
 * as retention allows. Safe from any thread.
 */
public final class MemoryArchive implements Archive {

    private final Retention retention;
    private final Map<UUID, LiveExecution> active = new ConcurrentHashMap<>();

    /** The ended executions in the order they ended; guarded by this, like {@link #pastByName}. */
    private final Map<UUID, LiveExecution> past = new LinkedHashMap<>();

    private final Map<String, Deque<LiveExecution>> pastByName = new HashMap<>();

    /** The ended executions beyond those; guarded by this as well. */
    private final NeededPast needed = new NeededPast();

    /** Guarded by this as well. */
    private final AwaitedParents awaited = new AwaitedParents();

    /** Keeps ended executions as retention says. */
    public MemoryArchive(Retention retention) {
        this.retention = retention;
    }

    @Override
    public void add(LiveExecution execution) {
        active.put(execution.id(), execution);
    }

    /**
     * Adds executions, each with those that it runs after, which are kept until it has ended. Adds nothing and returns
     * false if one of the latter is neither kept nor added.
     */
    public synchronized boolean addAll(Map<LiveExecution, Set<UUID>> executions) {
        Set<UUID> added = executions.keySet().stream().map(LiveExecution::id).collect(Collectors.toSet());
        for (Set<UUID> parents : executions.values()) {
            if (!parents.stream().allMatch(parent -> added.contains(parent) || find(parent) != null)) {
                return false;
            }
        }
        executions.forEach((execution, parents) -> {
            add(execution);
            if (!parents.isEmpty()) {
                awaited.add(execution.id(), parents);
            }
        });
        return true;
    }

    @Override
    public synchronized void ended(LiveExecution execution) {
        Deque<LiveExecution> sameName =
                pastByName.computeIfAbsent(execution.definition().name(), name -> new ArrayDeque<>());
        past.put(execution.id(), execution);
        sameName.addLast(execution);
        active.remove(execution.id());
        awaited.ended(execution.id());
        if (sameName.size() > retention.count()) {
            forget(sameName.getFirst());
        }
        forgetTooManyOrOld(execution.ended());
        needed.releasedBy(execution.id()).forEach(this::keepIfNeeded);
    }

    @Override
    public synchronized void reopened(LiveExecution execution) {
        active.put(execution.id(), execution);
        if (past.containsKey(execution.id())) {
            remove(execution);
        }
        needed.remove(execution);
        awaited.reopened(execution.id());
    }

    @Override
    public @Nullable LiveExecution findActive(UUID id) {
        return active.get(id);
    }

    @Override
    public @Nullable LiveExecution find(UUID id) {
        LiveExecution found = active.get(id);
        if (found == null) {
            synchronized (this) {
                found = findPast(id);
            }
        }
        // The execution may have been reopened between the two lookups.
        return found != null ? found : active.get(id);
    }

    private @Nullable LiveExecution findPast(UUID id) {
        LiveExecution found = past.get(id);
        return found != null ? found : needed.find(id);
    }

    @Override
    public @Nullable LiveExecution findBriefly(UUID id) {
        return find(id);
    }

    @Override
    public @Nullable Glance look(UUID id) {
        LiveExecution found = find(id);
        return found == null ? null : new Glance(found.status(), found.ended());
    }

    @Override
    public Collection<UUID> ended(Collection<UUID> ids) {
        return ids.stream().filter(id -> !active.containsKey(id)).toList();
    }

    @Override
    public Collection<LiveExecution> active() {
        return active.values();
    }

    @Override
    public synchronized List<LiveExecution> past(String name) {
        List<LiveExecution> newestFirst = new ArrayList<>();
        Deque<LiveExecution> sameName = pastByName.get(name);
        if (sameName != null) {
            sameName.descendingIterator().forEachRemaining(newestFirst::add);
        }
        needed.all().stream()
                .filter(execution -> execution.definition().name().equals(name))
                .sorted(Comparator.comparingLong(LiveExecution::ended).reversed())
                .forEach(newestFirst::add);
        return newestFirst;
    }

    @Override
    public synchronized void prune(long now) {
        forgetTooManyOrOld(now);
    }

    private void forgetTooManyOrOld(long now) {
        long oldest = now - retention.age().toSeconds() * 1_000_000L;
        while (!past.isEmpty()) {
            LiveExecution first = past.values().iterator().next();
            if (past.size() <= retention.total() && first.ended() >= oldest) {
                return;
            }
            forget(first);
        }
    }

    private void forget(LiveExecution execution) {
        remove(execution);
        keepIfNeeded(execution);
    }

    private void keepIfNeeded(LiveExecution execution) {
        UUID ancestor = activeAncestor(execution);
        UUID user = ancestor == null ? awaited.waitingFor(execution.id()) : ancestor;
        if (user != null) {
            needed.add(execution, user);
        } else {
            needed.remove(execution);
            awaited.forget(execution.id());
        }
    }

    /** The nearest active execution in which an ended one is nested. */
    private @Nullable UUID activeAncestor(LiveExecution nested) {
        UUID parent = parent(nested);
        while (parent != null && !active.containsKey(parent)) {
            LiveExecution ended = findPast(parent);
            parent = ended == null ? null : parent(ended);
        }
        return parent;
    }

    private static @Nullable UUID parent(LiveExecution nested) {
        return Keys.parentRun(nested.cause().key()).map(RunId::execution).orElse(null);
    }

    private void remove(LiveExecution execution) {
        past.remove(execution.id());
        String name = execution.definition().name();
        Deque<LiveExecution> sameName = pastByName.get(name);
        if (sameName != null) {
            sameName.remove(execution);
            if (sameName.isEmpty()) {
                pastByName.remove(name);
            }
        }
    }
}

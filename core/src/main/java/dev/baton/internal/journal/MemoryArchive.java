package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.policy.Retention;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps executions in memory: the active ones, and as many ended ones as retention allows. Safe from any thread. */
public final class MemoryArchive implements Archive {

    private final Retention retention;
    private final Map<UUID, LiveExecution> active = new ConcurrentHashMap<>();

    /** The ended executions in the order they ended; guarded by this, like {@link #pastByName}. */
    private final Map<UUID, LiveExecution> past = new LinkedHashMap<>();

    private final Map<String, Deque<LiveExecution>> pastByName = new HashMap<>();

    /** Keeps ended executions as retention says. */
    public MemoryArchive(Retention retention) {
        this.retention = retention;
    }

    @Override
    public void add(LiveExecution execution) {
        active.put(execution.id(), execution);
    }

    @Override
    public synchronized void ended(LiveExecution execution) {
        Deque<LiveExecution> sameName =
                pastByName.computeIfAbsent(execution.definition().name(), name -> new ArrayDeque<>());
        past.put(execution.id(), execution);
        sameName.addLast(execution);
        if (sameName.size() > retention.count()) {
            forget(sameName.getFirst());
        }
        forgetTooManyOrOld(execution.ended());
        active.remove(execution.id());
    }

    @Override
    public synchronized void reopened(LiveExecution execution) {
        active.put(execution.id(), execution);
        if (past.containsKey(execution.id())) {
            forget(execution);
        }
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
                found = past.get(id);
            }
        }
        // The execution may have been reopened between the two lookups.
        return found != null ? found : active.get(id);
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

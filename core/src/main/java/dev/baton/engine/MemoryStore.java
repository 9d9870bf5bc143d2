package dev.baton.engine;

import dev.baton.policy.Retention;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps executions in memory: the active ones, and of the ended ones as many as retention says. Safe from any thread. */
final class MemoryStore {

    private final Retention retention;
    private final Map<UUID, LiveExecution> all = new ConcurrentHashMap<>();
    private final Set<LiveExecution> active = ConcurrentHashMap.newKeySet();
    /** By name of the job or workflow, in the order they ended. Each is its own lock. */
    private final Map<String, Deque<LiveExecution>> past = new ConcurrentHashMap<>();

    MemoryStore(Retention retention) {
        this.retention = retention;
    }

    void add(LiveExecution execution) {
        all.put(execution.id, execution);
        active.add(execution);
    }

    void ended(LiveExecution execution) {
        Deque<LiveExecution> ended = past.computeIfAbsent(execution.definition.name(), name -> new ArrayDeque<>());
        synchronized (ended) {
            ended.addLast(execution);
            prune(ended, execution.ended);
        }
        active.remove(execution);
    }

    void reopened(LiveExecution execution) {
        Deque<LiveExecution> ended = past.computeIfAbsent(execution.definition.name(), name -> new ArrayDeque<>());
        synchronized (ended) {
            ended.remove(execution);
        }
        add(execution);
    }

    @Nullable LiveExecution find(UUID id) {
        return all.get(id);
    }

    Collection<LiveExecution> active() {
        return active;
    }

    /** The ended executions of a job or workflow, the newest first. */
    List<LiveExecution> past(String name) {
        Deque<LiveExecution> ended = past.get(name);
        List<LiveExecution> newestFirst = new ArrayList<>();
        if (ended != null) {
            synchronized (ended) {
                ended.descendingIterator().forEachRemaining(newestFirst::add);
            }
        }
        return newestFirst;
    }

    /** Forgets what is too old; what is too many was forgotten when it became so. */
    void prune(long now) {
        for (Deque<LiveExecution> ended : past.values()) {
            synchronized (ended) {
                prune(ended, now);
            }
        }
    }

    private void prune(Deque<LiveExecution> ended, long now) {
        long oldest = now - retention.age().toSeconds() * 1_000_000L;
        while (!ended.isEmpty() && (ended.size() > retention.count() || ended.getFirst().ended < oldest)) {
            all.remove(ended.removeFirst().id);
        }
    }
}

package dev.baton.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which executions were submitted with which key, in memory. Safe from any thread. */
final class Keys {

    private final Map<String, LiveExecution> executions = new ConcurrentHashMap<>();

    @Nullable LiveExecution find(@Nullable String key) {
        return key == null ? null : executions.get(key);
    }

    void add(@Nullable String key, LiveExecution execution) {
        if (key != null) {
            executions.put(key, execution);
        }
    }

    /** Forgets the keys of executions that are not kept any longer. */
    void prune(Archive archive) {
        executions.values().removeIf(execution -> archive.find(execution.id) == null);
    }
}

package dev.baton.engine;

import dev.baton.RunId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keys of executions: of which there is one each. In memory, which executions have which. Safe from any thread. */
final class Keys {

    private static final String WITHIN = "within:";

    private final Map<String, LiveExecution> executions = new ConcurrentHashMap<>();

    /** The key of the execution that belongs to a run. */
    static String within(RunId parent) {
        return WITHIN + parent;
    }

    /** The run that the execution with this key belongs to. */
    static Optional<RunId> parentRun(@Nullable String key) {
        return key != null && key.startsWith(WITHIN)
                ? Optional.of(RunId.parse(key.substring(WITHIN.length())))
                : Optional.empty();
    }

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

package dev.baton.internal.definition;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys of executions that the engine starts itself: a run has at most one nested execution, and the end
 * of an execution starts at most one other.
 */
public final class Keys {

    private static final String WITHIN = "within:";
    private static final String AFTER = "after:";

    private Keys() {}

    /**
     * The key of the execution that the end of another one starts. It contains all facts about the other that the new
     * execution gets as parameters.
     */
    public static String after(UUID execution, ExecutionStatus end, long ended, String name) {
        return AFTER + execution + ":" + end + ":" + ended + ":" + name;
    }

    /** The facts about the ended execution, as parameters of the execution with this key. */
    static Map<String, Object> told(@Nullable String key) {
        if (key == null || !key.startsWith(AFTER)) {
            return Map.of();
        }
        String[] parts = key.substring(AFTER.length()).split(":", 4);
        return parts.length < 4
                ? Map.of()
                : Map.of("execution_id", parts[0], "execution_status", parts[1], "execution_name", parts[3]);
    }

    /**
     * Refuses a key of a caller that looks like one of these.
     *
     * @throws IllegalArgumentException when it begins as the keys of nested executions do
     */
    public static void check(String key) {
        if (key.startsWith(WITHIN)) {
            throw new IllegalArgumentException("keys that begin with \"" + WITHIN + "\" are Baton's own");
        }
    }

    /** The key of the nested execution of a run. */
    public static String within(RunId parent) {
        return WITHIN + parent;
    }

    /** The run that the execution with this key belongs to. */
    public static Optional<RunId> parentRun(@Nullable String key) {
        return key != null && key.startsWith(WITHIN)
                ? Optional.of(RunId.parse(key.substring(WITHIN.length())))
                : Optional.empty();
    }
}

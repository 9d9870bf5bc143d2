package dev.baton.internal.definition;

import dev.baton.RunId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The idempotency keys of executions that belong to runs: each run has one execution at most. */
public final class Keys {

    private static final String WITHIN = "within:";

    private Keys() {}

    /** The key of the execution that belongs to a run. */
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

package dev.baton.server.api.runs;

import dev.baton.Fanout;
import dev.baton.RunId;
import dev.baton.spi.ExecutionRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The role of a run in a fan-out. */
public enum RunRole {
    /** The run fans out. */
    PARENT,
    /** The run is for one item. */
    CHILD,
    /** The run reduces the results of the items. */
    REDUCER;

    /** The prefix of the keys of executions that belong to a run. */
    static final String WITHIN = "within:";

    private static final String ITEMS = Fanout.itemsOf("");

    /** The role of a run by its execution; null for none. */
    static @Nullable RunRole within(String execution, String job) {
        if (!execution.endsWith(ITEMS)) {
            return null;
        }
        return job.endsWith("/" + Fanout.REDUCER) ? REDUCER : CHILD;
    }

    /** The key of the execution that belongs to a run. */
    public static String key(RunId parent) {
        return WITHIN + parent;
    }

    /** The run that an execution belongs to. */
    static Optional<RunId> parentOf(ExecutionRecord execution) {
        String key = execution.cause().key();
        return key != null && key.startsWith(WITHIN)
                ? Optional.of(RunId.parse(key.substring(WITHIN.length())))
                : Optional.empty();
    }
}

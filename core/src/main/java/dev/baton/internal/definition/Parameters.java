package dev.baton.internal.definition;

import dev.baton.WorkflowPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameters of executions. */
public final class Parameters {

    private Parameters() {}

    /** The parameters of an execution: the defaults, what its key tells, and what it was given, each over the former. */
    public static Map<String, Object> of(WorkflowPolicy policy, Map<String, ?> given, @Nullable String key) {
        return merge(merge(policy.parameters(), Keys.told(key)), given);
    }

    /** The defaults of a workflow, with what an execution was given over them. */
    public static Map<String, Object> merge(Map<String, Object> defaults, Map<String, ?> given) {
        if (given.isEmpty()) {
            return defaults;
        }
        Map<String, Object> all = new LinkedHashMap<>(defaults);
        all.putAll(given);
        return Collections.unmodifiableMap(all);
    }
}

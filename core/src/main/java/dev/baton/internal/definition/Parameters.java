package dev.baton.internal.definition;

import dev.baton.WorkflowPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameters of executions. */
public final class Parameters {

    private Parameters() {}

    /**
     * The parameters of an execution. Later ones override earlier ones: the workflow's defaults, the facts in its key,
     * the given parameters.
     */
    public static Map<String, Object> of(WorkflowPolicy policy, Map<String, ?> given, @Nullable String key) {
        return merge(merge(policy.parameters(), Keys.told(key)), given);
    }

    /** The defaults of a workflow, overridden by the given parameters. */
    public static Map<String, Object> merge(Map<String, Object> defaults, Map<String, ?> given) {
        if (given.isEmpty()) {
            return defaults;
        }
        Map<String, Object> all = new LinkedHashMap<>(defaults);
        all.putAll(given);
        return Collections.unmodifiableMap(all);
    }
}

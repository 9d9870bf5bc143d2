package dev.baton.internal.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Parameters of executions. */
public final class Parameters {

    private Parameters() {}

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

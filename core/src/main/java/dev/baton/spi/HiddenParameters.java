package dev.baton.spi;

import dev.baton.Submission;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What belongs to a single execution and travels among its parameters, under names that bodies do not see: values
 * carried from the caller, and a priority. A store keeps them like any parameter.
 */
public final class HiddenParameters {

    private static final String CARRIED = "baton.carried";
    private static final String PRIORITY = "baton.priority";
    private static final Set<String> NAMES = Set.of(CARRIED, PRIORITY);

    private HiddenParameters() {}

    /** The submission with these carried values; those that it carries already stay. */
    public static Submission carry(Submission submission, Map<String, String> values) {
        return values.isEmpty() || submission.parameters().containsKey(CARRIED)
                ? submission
                : submission.parameter(CARRIED, Map.copyOf(values));
    }

    /** The submission with a priority. */
    public static Submission prioritize(Submission submission, int priority) {
        return submission.parameter(PRIORITY, priority);
    }

    /** The carried values among the parameters of an execution. */
    public static Map<String, String> carried(Map<String, Object> parameters) {
        if (!(parameters.get(CARRIED) instanceof Map<?, ?> kept)) {
            return Map.of();
        }
        Map<String, String> values = new LinkedHashMap<>();
        kept.forEach((name, value) -> values.put(String.valueOf(name), String.valueOf(value)));
        return values;
    }

    /** Whether an execution has a priority of its own. */
    public static boolean hasPriority(Map<String, Object> parameters) {
        return parameters.containsKey(PRIORITY);
    }

    /** The priority of an execution, or that of its job if it has none of its own. */
    public static int priority(Map<String, Object> parameters, int ofJob) {
        return parameters.get(PRIORITY) instanceof Number own ? own.intValue() : ofJob;
    }

    /** The parameters that bodies and users see. */
    public static Map<String, Object> visible(Map<String, Object> parameters) {
        if (!parameters.containsKey(CARRIED) && !parameters.containsKey(PRIORITY)) {
            return parameters;
        }
        Map<String, Object> visible = new LinkedHashMap<>(parameters);
        visible.keySet().removeAll(NAMES);
        return visible;
    }
}

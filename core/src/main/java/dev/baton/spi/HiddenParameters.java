package dev.baton.spi;

import dev.baton.RunPolicy;
import dev.baton.Submission;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values of a single execution that travel among its parameters, under names that bodies do not see: values carried
 * from the caller, a priority, a queue, and a definition of its own. A store keeps them like any parameter.
 *
 * <pre>{@code
 * Submission traced = HiddenParameters.carry(submission, Map.of("traceparent", "00-4bf9…-01"));
 * Map<String, Object> visible = HiddenParameters.visible(traced.parameters()); // without it
 * }</pre>
 */
public final class HiddenParameters {

    private static final String CARRIED = "baton.carried";
    private static final String PRIORITY = "baton.priority";
    private static final String QUEUE = "baton.queue";
    private static final String DEFINITION = "baton.definition";
    private static final Set<String> NAMES = Set.of(CARRIED, PRIORITY, QUEUE, DEFINITION);

    private static final long MOST_PRIORITY = 1_000;

    private HiddenParameters() {}

    /** Whether bodies do not see this parameter. A server rejects such names when a user gives them. */
    public static boolean isOne(String name) {
        return NAMES.contains(name);
    }

    /** The submission with these carried values, unless it carries values already. */
    public static Submission carry(Submission submission, Map<String, String> values) {
        return values.isEmpty() || submission.parameters().containsKey(CARRIED)
                ? submission
                : submission.parameter(CARRIED, Map.copyOf(values));
    }

    /** The submission with a priority. */
    public static Submission prioritize(Submission submission, int priority) {
        return submission.parameter(PRIORITY, priority);
    }

    /** The submission with a queue. */
    public static Submission enqueue(Submission submission, String queue) {
        return submission.parameter(QUEUE, queue);
    }

    /**
     * The submission of an execution that brings its own definition along, so that its job or workflow need not be
     * registered.
     *
     * @param text the definition, for the {@link DefinitionReader} of the node that runs it
     */
    public static Submission define(Submission submission, String text) {
        return submission.parameter(DEFINITION, text);
    }

    /** The definition that an execution brings along; null for none. */
    public static @Nullable String definition(Map<String, ?> parameters) {
        return parameters.get(DEFINITION) instanceof String text ? text : null;
    }

    /**
     * The submission of an execution that belongs to a run of another execution. It inherits the priority and the queue
     * of that execution, and its definition too if the submission runs a part of it.
     *
     * @param execution the name of the other execution
     * @param parent the parameters of the other execution
     */
    public static Submission inherit(Submission submission, String execution, Map<String, Object> parent) {
        Submission nested = submission;
        String text = definition(parent);
        if (text != null && defining(submission.name()).equals(defining(execution))) {
            nested = define(nested, text);
        }
        for (String name : Set.of(PRIORITY, QUEUE)) {
            Object own = parent.get(name);
            if (own != null && !submission.parameters().containsKey(name)) {
                nested = nested.parameter(name, own);
            }
        }
        return nested;
    }

    /** The job or workflow that defines the part with this full name; a part is a step, or the items of a fan-out. */
    public static String defining(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
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

    /** Whether an execution has a priority or a queue of its own. */
    public static boolean hasPlace(Map<String, Object> parameters) {
        return parameters.containsKey(PRIORITY) || parameters.containsKey(QUEUE);
    }

    /** The queue of an execution, or that of its job if it has none of its own. */
    public static String queue(Map<String, Object> parameters, String ofJob) {
        return parameters.get(QUEUE) instanceof String own ? own : ofJob;
    }

    /** The demands of a run on its worker: those of its job, in the execution's own queue if it has one. */
    public static RunPolicy.Demand demand(Map<String, Object> parameters, RunPolicy.Demand ofJob) {
        String queue = queue(parameters, ofJob.queue());
        return queue.equals(ofJob.queue()) ? ofJob : new RunPolicy.Demand(queue, ofJob.labels(), ofJob.limit());
    }

    /**
     * The priority of an execution, or that of its job if it has none of its own. One out of range, which only code that
     * writes the parameter itself can set, counts as the nearest in range.
     */
    public static int priority(Map<String, Object> parameters, int ofJob) {
        return parameters.get(PRIORITY) instanceof Number own
                ? (int) Math.max(-MOST_PRIORITY, Math.min(MOST_PRIORITY, own.longValue()))
                : ofJob;
    }

    /** The parameters that bodies and users see. */
    public static Map<String, Object> visible(Map<String, Object> parameters) {
        if (NAMES.stream().noneMatch(parameters::containsKey)) {
            return parameters;
        }
        Map<String, Object> visible = new LinkedHashMap<>(parameters);
        visible.keySet().removeAll(NAMES);
        return visible;
    }
}

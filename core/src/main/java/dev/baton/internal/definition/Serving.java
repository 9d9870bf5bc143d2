package dev.baton.internal.definition;

import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import java.util.Map;
import java.util.Set;

/**
 * The queues and labels of the worker, and the limits of queues.
 *
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param limits the limits of queues
 */
public record Serving(Set<String> queues, Set<String> labels, Map<String, Limit> limits) {

    /** All queues, with no label and no limit. */
    public static final Serving ALL = new Serving(Set.of(), Set.of(), Map.of());

    /** This serving with other queues. */
    public Serving withQueues(Set<String> newQueues) {
        return new Serving(newQueues, labels, limits);
    }

    /** This serving with other labels. */
    public Serving withLabels(Set<String> newLabels) {
        return new Serving(queues, newLabels, limits);
    }

    /** This serving with other limits. */
    public Serving withLimits(Map<String, Limit> newLimits) {
        return new Serving(queues, labels, newLimits);
    }

    /** Whether the worker can run a run with this demand. */
    public boolean serves(RunPolicy.Demand demand) {
        return (queues.isEmpty() || queues.contains(demand.queue())) && labels.containsAll(demand.labels());
    }

    /** The limit of a queue. */
    public Limit limit(String queue) {
        return limits.getOrDefault(queue, Limit.none());
    }

    /** Whether even a run without demands may have to wait, or go to another node. */
    public boolean isRestricted() {
        return !serves(RunPolicy.Demand.NONE)
                || !limit(RunPolicy.Demand.DEFAULT_QUEUE).isNone();
    }
}

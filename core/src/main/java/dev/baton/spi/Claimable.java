package dev.baton.spi;

import java.util.Collection;
import java.util.List;

/**
 * The executions that a node can claim.
 *
 * @param names the jobs and workflows it has registered
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param defined whether it can also claim executions that {@linkplain ExecutionRecord#isDefined() bring their own
 *     definition along}, whatever their names and labels
 * @param saturated the jobs and workflows it has registered of which enough executions wait at its gates: it claims only
 *     executions of them that were admitted at a gate, since the others wait for those
 */
public record Claimable(
        Collection<String> names,
        Collection<String> queues,
        Collection<String> labels,
        boolean defined,
        Collection<String> saturated) {

    /** Without executions that bring their own definition along, and without saturated names. */
    public Claimable(Collection<String> names, Collection<String> queues, Collection<String> labels) {
        this(names, queues, labels, false);
    }

    /** Without saturated names. */
    public Claimable(Collection<String> names, Collection<String> queues, Collection<String> labels, boolean defined) {
        this(names, queues, labels, defined, List.of());
    }

    /** Whether it includes nothing. */
    public boolean isEmpty() {
        return names.isEmpty() && saturated.isEmpty() && !defined;
    }
}

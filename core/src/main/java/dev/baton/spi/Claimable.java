package dev.baton.spi;

import java.util.Collection;

/**
 * The executions that a node can claim.
 *
 * @param names the jobs and workflows it has registered
 * @param queues the queues it serves; empty for all
 * @param labels the labels it has
 * @param defined whether it can also claim executions that {@linkplain ExecutionRecord#isDefined() bring their own
 *     definition along}, whatever their names and labels
 */
public record Claimable(
        Collection<String> names, Collection<String> queues, Collection<String> labels, boolean defined) {

    /** Without executions that bring their own definition along. */
    public Claimable(Collection<String> names, Collection<String> queues, Collection<String> labels) {
        this(names, queues, labels, false);
    }

    /** Whether it includes nothing. */
    public boolean isEmpty() {
        return names.isEmpty() && !defined;
    }
}

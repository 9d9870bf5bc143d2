package dev.baton.internal.cluster;

import dev.baton.internal.event.Notifier;
import dev.baton.internal.execution.Advancer;
import dev.baton.internal.execution.Journal;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.internal.time.NodeLease;
import dev.baton.policy.Retention;
import dev.baton.spi.Time;
import java.util.function.Consumer;

/**
 * The collaborators of an owner of executions.
 *
 * @param ready the ready runs and their worker
 * @param lease the lease of this node
 * @param notifier tells listeners
 * @param retention how long ended executions are kept
 * @param ended called for each ended execution, before callers that wait for its end
 */
public record OwnerParts(
        ReadyRuns ready, NodeLease lease, Notifier notifier, Retention retention, Consumer<LiveExecution> ended) {

    Time time() {
        return ready.services().time();
    }

    /** Advances executions whose changes go to this journal. */
    Advancer advancer(Journal journal) {
        return new Advancer(
                journal,
                new Advancer.Surroundings(
                        time(),
                        ready.serving(),
                        notifier.isListening(),
                        ready.services().keeper().codec(),
                        ready.services().registry(),
                        ready.worker()));
    }
}

package dev.baton.internal.definition;

import dev.baton.Body;
import dev.baton.WorkflowPolicy;
import dev.baton.graph.Plan;
import org.jspecify.annotations.Nullable;

/**
 * A plan with the nodes of its steps, as an execution uses it. Fixed when the execution starts.
 *
 * @param plan the graph
 * @param nodes the nodes of its steps
 * @param policy how the execution runs as a whole
 * @param plainBodies the bodies of plain steps, whose job cannot be replaced and has no limits or interceptors; null
 *     for other steps. Most steps are plain, and this array lets the engine reach their bodies directly
 */
public record BoundPlan(
        Plan plan,
        Node[] nodes,
        WorkflowPolicy policy,
        @Nullable Body<?>[] plainBodies) {

    /** Whether the overlap policy of any step limits its runs. */
    public boolean hasLimitedRuns() {
        for (int step = 0; step < nodes.length; step++) {
            if (plainBodies[step] == null
                    && !nodes[step].job().policy().overlap().isUnlimited()) {
                return true;
            }
        }
        return false;
    }
}

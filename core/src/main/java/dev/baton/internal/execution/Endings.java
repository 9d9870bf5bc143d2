package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.definition.ExternalNode;

/**
 * Derives the status of an execution from the ends of its runs, and the status of a run from the execution it waits
 * for.
 */
public final class Endings {

    private Endings() {}

    /** The status that an execution would end with if nothing more failed, succeeded or was stopped; within its turn. */
    public static ExecutionStatus soFar(LiveExecution execution) {
        return switch (execution.state()) {
            case CANCELLING, CANCELLED -> ExecutionStatus.CANCELLED;
            case TIMING_OUT, TIMEOUT -> ExecutionStatus.TIMEOUT;
            default -> of(execution);
        };
    }

    /**
     * The status of an execution whose runs have ended, and that neither a person nor a time limit has ended. Runs that
     * have not ended do not count.
     */
    private static ExecutionStatus of(LiveExecution execution) {
        Plan plan = execution.plan();
        boolean cancelled = false;
        boolean partial = false;
        boolean ran = false;
        for (int step = 0; step < plan.size(); step++) {
            RunStatus end = execution.progress().status(step);
            if (end.countsAsFailure() && !plan.mayFail(step)) {
                // A step that the workflow itself cancelled, because another failed, is not the cause of the failure.
                if (end != RunStatus.CANCELLED) {
                    return ExecutionStatus.FAILURE;
                }
                cancelled = true;
            }
            partial |= end == RunStatus.PARTIAL;
            ran |= end.isTerminal() && end != RunStatus.SKIPPED && isWork(execution, step);
        }
        if (cancelled) {
            return ExecutionStatus.CANCELLED;
        }
        if (!ran) {
            return ExecutionStatus.SKIPPED;
        }
        return partial ? ExecutionStatus.PARTIAL : ExecutionStatus.SUCCESS;
    }

    /** A final step runs in any case, and a run outside belongs to another execution. */
    private static boolean isWork(LiveExecution execution, int step) {
        boolean only = execution.plan().size() == 1;
        return (only || !execution.plan().isFinal(step)) && !(execution.node(step) instanceof ExternalNode);
    }

    /** The status of a run that stands for an execution with this status. */
    public static RunStatus asRun(ExecutionStatus status) {
        return switch (status) {
            case SUCCESS -> RunStatus.SUCCESS;
            case PARTIAL -> RunStatus.PARTIAL;
            case SKIPPED -> RunStatus.SKIPPED;
            case TIMEOUT -> RunStatus.TIMEOUT;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILURE, RUNNING, HELD -> RunStatus.FAILURE;
        };
    }
}

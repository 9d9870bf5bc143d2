package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;

/** What the ends of runs mean for their execution, and the end of an execution for a run that waits for it. */
public final class Endings {

    private Endings() {}

    /** The status of an execution whose runs have all ended, and that neither a person nor a time limit has ended. */
    static ExecutionStatus of(Plan plan, Progress progress) {
        boolean cancelled = false;
        for (int step = 0; step < plan.size(); step++) {
            RunStatus end = progress.status(step);
            if (end.countsAsFailure() && !plan.mayFail(step)) {
                // A step that the workflow itself cancelled, because another failed, is not what it failed of.
                if (end != RunStatus.CANCELLED) {
                    return ExecutionStatus.FAILURE;
                }
                cancelled = true;
            }
        }
        return cancelled ? ExecutionStatus.CANCELLED : ExecutionStatus.SUCCESS;
    }

    /** What the end of an execution is to a run that stands for it. */
    public static RunStatus asRun(ExecutionStatus status) {
        return switch (status) {
            case SUCCESS -> RunStatus.SUCCESS;
            case TIMEOUT -> RunStatus.TIMEOUT;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILURE, RUNNING, HELD -> RunStatus.FAILURE;
        };
    }
}

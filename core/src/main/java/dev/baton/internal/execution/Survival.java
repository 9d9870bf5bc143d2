package dev.baton.internal.execution;

import dev.baton.internal.definition.ExternalNode;
import dev.baton.spi.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Continues attempts that outlived the node they began on: a process on this host, or a worker elsewhere, still has
 * them. Such a run keeps its attempt and its permits; it is neither lost nor started again. All methods are called
 * within a {@link Turn}.
 */
final class Survival {

    private Survival() {}

    /** Gives a run back to the worker that still has its attempt. Returns false if there is none. */
    static boolean adopt(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        Worker.Survivor known = turn.around().worker().survivor(execution.runId(step));
        Worker.Survivor survivor = known == null ? recorded(execution, step) : known;
        if (survivor == null || !isNext(execution, step, survivor.attempt())) {
            return false;
        }
        RunDetails details = execution.runs().details(step);
        if (details.isRefused(survivor.attempt())) {
            // Its worker has reported the end already, which is what the store refuses.
            return false;
        }
        details.wasRunning = false;
        // The attempt counts when it ends, as any other: one that is handed back is not used up.
        execution.runs().setAttempt(step, survivor.attempt() - 1, survivor.started());
        Admissions.reenter(turn, step);
        Throttle throttle = execution.throttle();
        if (throttle != null) {
            throttle.admit(step);
        }
        turn.move(step, RunState.READY);
        turn.then((handler, byWorker) -> handler.adopt(execution, step, survivor));
        return true;
    }

    /**
     * Whether an attempt is the one that its run is at. A start is recorded only after a moment, and a node that stops
     * records its attempts as not begun.
     */
    static boolean isNext(LiveExecution execution, int step, int attempt) {
        if (execution.node(step) instanceof ExternalNode
                || execution.states().get(step).isTerminal()) {
            return false;
        }
        RunDetails details = execution.runs().detailsOrNull(step);
        boolean wasRunning = details != null && details.wasRunning;
        return attempt == execution.runs().attempts(step) + (wasRunning ? 0 : 1);
    }

    /** The attempt that a worker outside was given, as it was recorded before the worker heard of it. */
    static Worker.@Nullable Survivor recorded(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        RunDetails.Holder holder = details != null && details.wasRunning ? details.holder() : null;
        return holder != null && holder.attempt() == execution.runs().attempts(step)
                ? new Worker.Survivor(holder.attempt(), execution.runs().started(step), holder.text())
                : null;
    }
}

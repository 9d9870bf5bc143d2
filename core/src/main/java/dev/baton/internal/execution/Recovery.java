package dev.baton.internal.execution;

import dev.baton.Deferred;
import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import dev.baton.internal.definition.ExternalNode;
import java.util.BitSet;
import java.util.Objects;

/** Continues executions and runs after their node died. All methods are called within a {@link Turn}. */
public final class Recovery {

    /** A body that took down its node this often would keep doing so. */
    private static final int MOST_LOSSES = 3;

    private static final String NODE_DIED = Objects.requireNonNull(EndReason.LOST.words());

    private Recovery() {}

    /** Prepares an execution that this node only changes: what becomes ready waits for a node that has its definition. */
    public static void changeOnly(Turn turn) {
        turn.offers().withhold();
    }

    /** Whether this node only changes the execution, and another node is to continue it. */
    public static boolean isChangedOnly(Turn turn) {
        return turn.offers().isWithheld();
    }

    /**
     * Notes that an execution has begun, whether or not that is recorded: it resumes, because its runs may hold permits.
     * Before other threads know the execution.
     */
    public static void setBegun(LiveExecution execution) {
        switch (execution.state()) {
            case CREATED -> execution.restoreState(ExecutionState.RUNNING);
            case HELD_AT_START -> execution.restoreState(ExecutionState.HELD);
            default -> {}
        }
    }

    /**
     * Takes the running attempts of an execution back that this node starts over itself: it told their bodies to stop,
     * so they are not used up. Before other threads know the execution.
     */
    public static void handBackAttempts(LiveExecution execution) {
        for (int step = 0; step < execution.plan().size(); step++) {
            RunDetails details = execution.runs().detailsOrNull(step);
            boolean isInterrupted = details != null
                    && details.wasRunning
                    && !details.isRefused(execution.runs().attempts(step))
                    && Survival.recorded(execution, step) == null
                    && !Waiting.onlyWaits(execution, step);
            if (details != null && isInterrupted) {
                details.wasRunning = false;
                RunTable runs = execution.runs();
                runs.setAttempt(step, runs.attempts(step) - 1, runs.started(step));
            }
        }
    }

    /** Resumes from the recorded state: delayed runs keep waiting, running ones are lost, the rest is ready. */
    public static void resume(Turn turn) {
        LiveExecution execution = turn.execution();
        Beginning.armLimits(turn, Beginning.limitsCountFrom(execution));
        if (Admissions.isLimited(execution)) {
            Admissions.enterExecution(turn, GateRequest.Again.WAS_IN);
        }
        execution.progress().resume(turn.effects());
        int[] open = turn.effects().ready().toArray();
        turn.effects().ready().clear();
        // Those that are skipped now, because a parent was marked while they waited, end with this turn.
        for (int step : turn.effects().skipped().toArray()) {
            Admissions.recall(turn, step);
        }
        // All of them first: a run that fails below may end the others, which then leave what they held.
        for (int step : open) {
            Admissions.recall(turn, step);
        }
        BitSet adopted = new BitSet();
        for (int step : open) {
            // Before the others: an attempt that goes on has a place among the parallel ones already.
            adopted.set(step, Survival.adopt(turn, step));
        }
        for (int step : open) {
            if (!adopted.get(step)) {
                resume(turn, step);
            }
        }
    }

    private static void resume(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (execution.states().get(step).isTerminal()) {
            return;
        }
        RunDetails details = execution.runs().detailsOrNull(step);
        StopReason told = Stops.reason(execution, step);
        if (told != null && isOverWithNode(execution, step)) {
            turn.end(step, told.end(), told.why(), null);
            return;
        }
        if (AttemptEnds.endRefused(turn, step)) {
            return;
        }
        if (details != null && details.wasRunning) {
            details.wasRunning = false;
            lost(turn, step, details, NODE_DIED);
        } else if (details != null && details.notBefore > 0) {
            Retries.waitOn(turn, step, details);
        } else {
            Admissions.admitAgain(turn, step);
        }
    }

    /** Cancels an execution because the run that it belongs to was stopped or has ended. */
    public static void stopWithParent(Turn turn) {
        Commands.cancel(turn, StopReason.CANCELLED, true);
    }

    /** Whether nothing of a run is left when its node has died. A body that waits begins again, to stop what it waits for. */
    private static boolean isOverWithNode(LiveExecution execution, int step) {
        return !(execution.node(step) instanceof ExternalNode)
                && !(execution.node(step).job().body() instanceof Deferred);
    }

    /** The node or worker that ran it is gone: it is tried again, unless that has happened too often. */
    static void lost(Turn turn, int step, RunDetails details, String words) {
        LiveExecution execution = turn.execution();
        boolean isAttempt = !Waiting.onlyWaits(execution, step);
        if (isAttempt) {
            details.losses++;
        } else {
            // The body only waited, and continues to wait in the same attempt.
            RunTable runs = execution.runs();
            details.setWaitsSince(runs.started(step));
            runs.setAttempt(step, runs.attempts(step) - 1, runs.started(step));
        }
        turn.touch(step);
        RunPolicy policy = execution.node(step).job().policy();
        if (details.losses >= Math.max(MOST_LOSSES, policy.retry().attempts())) {
            Failure failure = Failure.of(new IllegalStateException(
                    words + "; attempts of it were lost " + details.losses + " times, and it is not tried again"));
            details.failure = failure;
            turn.end(step, RunStatus.FAILURE, EndReason.LOST, failure);
        } else {
            if (isAttempt) {
                execution.runs().keepAttempt(step, turn.now(), RunStatus.FAILURE, words);
            }
            Admissions.admitAgain(turn, step);
        }
    }
}

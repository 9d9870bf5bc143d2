package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import java.util.Objects;

/** How executions and runs go on after their node died: each within a {@link Turn}. */
public final class Recovery {

    /** A body that took its node down with it that often would go on doing so. */
    private static final int MOST_LOSSES = 3;

    private static final String NODE_DIED = Objects.requireNonNull(EndReason.LOST.words());

    private Recovery() {}

    /** Goes on from what was recorded: what waited for its time waits on, what ran is lost, the rest is ready. */
    public static void resume(Turn turn) {
        LiveExecution execution = turn.execution();
        Beginning.armLimits(turn, Beginning.limitsCountFrom(turn.execution(), turn.now()));
        if (Admissions.isLimited(execution)) {
            Admissions.enterExecution(turn, GateRequest.Again.WAS_IN);
        }
        execution.progress().goOn(turn.effects());
        int[] open = turn.effects().ready().toArray();
        turn.effects().clear();
        for (int step : open) {
            Admissions.recall(turn, step);
            RunDetails details = execution.runs().detailsOrNull(step);
            if (details != null && details.wasRunning) {
                details.wasRunning = false;
                lost(turn, step, details, NODE_DIED);
            } else if (details != null && details.notBefore > 0) {
                Retries.waitOn(turn, step, details);
            } else {
                Admissions.admitAgain(turn, step);
            }
        }
    }

    /** The node or worker that ran it is gone: it is tried again, unless that has happened too often. */
    static void lost(Turn turn, int step, RunDetails details, String words) {
        LiveExecution execution = turn.execution();
        boolean isAttempt = !Turn.onlyWaits(execution, step);
        if (isAttempt) {
            details.losses++;
        } else {
            // It only waited, and goes on waiting: the attempt is the same.
            details.waitsOn = true;
            execution
                    .runs()
                    .setAttempt(
                            step,
                            execution.runs().attempts(step) - 1,
                            execution.runs().started(step));
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
                details.attemptOver(execution, step, turn.now(), RunStatus.FAILURE, words);
            }
            Admissions.admitAgain(turn, step);
        }
    }
}

package dev.baton.engine;

import dev.baton.Deferred;
import dev.baton.RunPolicy;
import dev.baton.RunStatus;
import java.util.Objects;

/** How executions and runs go on after their node died: each within a {@link Turn}. */
final class Resumption {

    /** A body that took its node down with it that often would go on doing so. */
    private static final int MOST_LOSSES = 3;

    private Resumption() {}

    /** Goes on from what was recorded: what waited for its time waits on, what ran is lost, the rest is ready. */
    static void resume(Turn turn) {
        LiveExecution execution = turn.execution();
        turn.armLimits();
        execution.progress.goOn(turn.effects());
        int[] open = turn.effects().ready().toArray();
        turn.effects().clear();
        for (int step : open) {
            Admissions.recall(turn, step);
            Notes notes = execution.notes(step);
            if (notes != null && notes.wasRunning) {
                notes.wasRunning = false;
                lost(turn, step, notes);
            } else if (notes != null && notes.notBefore > 0) {
                Retries.waitOn(turn, step, notes);
            } else {
                Admissions.admitAgain(turn, step);
            }
        }
    }

    /** The node that ran it died: it is tried again, unless that has happened too often. */
    static void lost(Turn turn, int step, Notes notes) {
        LiveExecution execution = turn.execution();
        boolean isAttempt = !(execution.nodes[step].job().body() instanceof Deferred) || notes.hasWork;
        if (isAttempt) {
            notes.losses++;
        } else {
            // It only waited, and goes on waiting: the attempt is the same.
            execution.attempts[step]--;
        }
        turn.touch(step);
        RunPolicy policy = execution.nodes[step].job().policy();
        if (notes.losses >= Math.max(MOST_LOSSES, policy.retry().attempts())) {
            Throwable error = new IllegalStateException(
                    "its node died while it ran, " + notes.losses + " times; it is not tried again");
            notes.error = error;
            turn.end(step, RunStatus.FAILURE, Why.LOST, error);
        } else {
            if (isAttempt) {
                String reason = Objects.requireNonNull(Why.LOST.words());
                notes.attemptOver(Snapshots.attempt(execution, step, turn.now(), RunStatus.FAILURE, reason));
            }
            Admissions.admitAgain(turn, step);
        }
    }
}

package dev.baton.internal.execution;

import dev.baton.RunStatus;

/**
 * An attempt whose record the store refuses, and would refuse again: its output has a character that the database
 * lacks, for instance. Calling the body again would change nothing, so the attempt counts, as a failure.
 *
 * @param number the number of the attempt
 * @param started when it started, in microseconds
 * @param failure why it was not recorded
 */
public record RefusedAttempt(int number, long started, Failure failure) {

    /** Ends the attempt of a run that was refused, if the run is still to make it. Returns whether it was. */
    static boolean end(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().detailsOrNull(step);
        RefusedAttempt refused = details == null ? null : details.takeRefused();
        if (details == null || refused == null || !Survival.isNext(execution, step, refused.number)) {
            return false;
        }
        turn.byAttempt(step);
        details.wasRunning = false;
        details.setHolder(null);
        details.cancelRetry();
        details.firstStarted(refused.started);
        execution.runs().setAttempt(step, refused.number, refused.started);
        AttemptEnds.endOrRetry(turn, step, RunStatus.FAILURE, EndReason.BODY, refused.failure);
        return true;
    }
}

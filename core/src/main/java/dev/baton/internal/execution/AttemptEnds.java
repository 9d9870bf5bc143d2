package dev.baton.internal.execution;

import dev.baton.RunStatus;
import dev.baton.internal.definition.AddedSteps;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The consequences of an attempt's end for its run. All methods are called within a {@link Turn}. */
public final class AttemptEnds {

    private AttemptEnds() {}

    /**
     * Ends an attempt. An attempt that no longer holds the lease is ignored.
     *
     * @param byItself whether it said so itself; otherwise it was told to stop, did not, and is not waited for any longer
     */
    public static void ended(Turn turn, Lease lease, boolean byItself) {
        LiveExecution execution = turn.execution();
        int step = lease.step();
        if (execution.states().lease(step) != lease) {
            lease.rollBack();
            return;
        }
        turn.byAttempt(step);
        lease.cancelTimers();
        Admissions.attemptOver(turn, step);
        StopReason stop = lease.stopped();
        if (stop == StopReason.LOST) {
            // Another node owns the execution, and decides about the run.
            lease.rollBack();
            return;
        }
        boolean endedWell = byItself && (lease.end().countsAsSuccess() || lease.end() == RunStatus.SKIPPED);
        if (stop == StopReason.SHUTDOWN && !endedWell) {
            lease.rollBack();
            // The run may be recorded as running: the next start must see that it was handed back, not lost.
            turn.touch(step);
            if (lease.isNoted() && Waiting.onlyWaits(execution, step)) {
                execution.runs().details(step).setWaitsSince(lease.started());
            }
            // A body that only waits begins again even then, to stop what it waits for.
            if (Waiting.onlyWaits(execution, step) || !Stops.endIfTold(turn, step)) {
                Admissions.open(turn, step);
            }
            return;
        }
        if (!byItself || lease.why() == EndReason.BODY || lease.why() == EndReason.NOT_CALLED) {
            execution.runs().setAttempt(step, lease.number(), lease.started());
        }
        Failure failure = byItself ? lease.failure() : null;
        if (stop != null || !lease.end().countsAsSuccess()) {
            lease.rollBack();
        }
        if (stop != null && stop != StopReason.SHUTDOWN) {
            endOrRetry(turn, step, stop.end(), stop.why(), stop == StopReason.TOO_LONG ? lease.timeout() : failure);
        } else if (lease.end() == RunStatus.FAILURE) {
            endOrRetry(turn, step, RunStatus.FAILURE, lease.why(), failure);
        } else if (!addSteps(turn, lease)) {
            lease.rollBack();
        } else {
            succeed(turn, lease);
        }
    }

    private static void succeed(Turn turn, Lease lease) {
        LiveExecution execution = turn.execution();
        int step = lease.step();
        if (lease.end().countsAsSuccess()) {
            turn.bring(lease.takeTransaction());
            forgetFailure(execution, step);
        }
        Object output = lease.output();
        if (output != null) {
            execution.runs().setOutput(step, output);
        }
        if (lease.words() != null) {
            execution.runs().details(step).words = lease.words();
        }
        turn.end(step, lease.end(), lease.why(), null);
    }

    /** Clears the error of an earlier attempt, which is kept with that attempt: the run itself has not failed. */
    private static void forgetFailure(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null) {
            details.failure = null;
        }
    }

    /** Adds the steps that an attempt asked for, as it has succeeded. Returns false when it has failed of that. */
    private static boolean addSteps(Turn turn, Lease lease) {
        AddedSteps added = lease.end().countsAsSuccess() ? lease.added() : null;
        if (added != null) {
            try {
                PlanExtension.extend(turn, lease.step(), added);
            } catch (RuntimeException e) {
                endOrRetry(turn, lease.step(), RunStatus.FAILURE, lease.why(), Failure.of(e));
                return false;
            }
        }
        return true;
    }

    /** Ends a waiting attempt because a person has answered, whatever else it reports. */
    static void answered(Turn turn, Lease lease) {
        int step = lease.step();
        lease.cancelTimers();
        Admissions.attemptOver(turn, step);
        turn.execution().runs().setAttempt(step, lease.number(), lease.started());
        turn.stop(lease, StopReason.LOST);
    }

    /** Handles the loss of the worker that had an attempt. */
    public static void lost(Turn turn, Lease lease, String words) {
        LiveExecution execution = turn.execution();
        int step = lease.step();
        if (execution.states().lease(step) != lease) {
            return;
        }
        lease.cancelTimers();
        Admissions.attemptOver(turn, step);
        execution.runs().setAttempt(step, lease.number(), lease.started());
        // The former holder no longer holds the run.
        execution.runs().details(step).setHolder(null);
        StopReason stop = lease.stopped();
        if (stop != null && stop.end().isTerminal()) {
            // The attempt was told to stop, and has stopped.
            endOrRetry(turn, step, stop.end(), stop.why(), stop == StopReason.TOO_LONG ? lease.timeout() : null);
        } else {
            Recovery.lost(turn, step, execution.runs().details(step), words);
        }
    }

    /** Ends the attempt of a run whose record the store refused, if the run is still to make it. Returns whether it was. */
    static boolean endRefused(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().detailsOrNull(step);
        RefusedAttempt refused = details == null ? null : details.takeRefused();
        if (details == null || refused == null || !Survival.isNext(execution, step, refused.number())) {
            return false;
        }
        turn.byAttempt(step);
        details.wasRunning = false;
        details.setHolder(null);
        details.cancelRetry();
        details.firstStarted(refused.started());
        execution.runs().setAttempt(step, refused.number(), refused.started());
        endOrRetry(turn, step, RunStatus.FAILURE, EndReason.BODY, refused.failure());
        return true;
    }

    /** Ends a run whose attempt is over, unless its policy lets it make another one. */
    static void endOrRetry(Turn turn, int step, RunStatus end, EndReason why, @Nullable Failure failure) {
        LiveExecution execution = turn.execution();
        if (failure != null) {
            execution.runs().details(step).failure = failure;
        }
        Optional<Duration> delay =
                failure == null || end == RunStatus.CANCELLED ? Optional.empty() : Retries.delay(turn, step, failure);
        if (failure != null && delay.isPresent()) {
            String words = why.words();
            execution.runs().keepAttempt(step, turn.now(), end, words == null ? failure.words() : words);
            Retries.after(turn, step, delay.get(), failure);
        } else {
            turn.end(step, end, why, failure);
        }
    }
}

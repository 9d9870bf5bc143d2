package dev.baton.internal.execution;

import dev.baton.RunStatus;
import org.jspecify.annotations.Nullable;

/** Stops runs, for a person, a limit or a failure. Methods that take a {@link Turn} are called within it. */
public final class Stops {

    private Stops() {}

    /** Why a run was told to stop, by itself or with its execution; null if it was not. Known after a restart as well. */
    public static @Nullable StopReason reason(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        StopReason told = details == null ? null : details.told();
        if (told != null) {
            return told;
        }
        return execution.plan().isFinal(step) ? null : reason(execution.state());
    }

    private static @Nullable StopReason reason(ExecutionState state) {
        return switch (state) {
            case CANCELLING -> StopReason.CANCELLED;
            case TIMING_OUT -> StopReason.EXECUTION_TIMEOUT;
            case FAILING_FAST -> StopReason.FAIL_FAST;
            default -> null;
        };
    }

    /**
     * Ends a run that is about to become ready, if it was told to stop. The stop may be newer than what makes it ready:
     * a step was added or an attempt was handed back meanwhile.
     *
     * @return whether it was told to stop
     */
    static boolean endIfTold(Turn turn, int step) {
        StopReason told = reason(turn.execution(), step);
        if (told != null) {
            turn.end(step, told.endBeforeStart(), told.why(), null);
        }
        return told != null;
    }

    /** Whether a run was ended by a mark, a cancellation or a time limit, and not by its body. */
    public static boolean wasStopped(LiveExecution execution, int step) {
        return execution.states().get(step).isTerminal() && execution.runs().why(step) != EndReason.BODY;
    }

    /** Ends what has not started and stops what runs, the final step aside. Returns what it did. */
    static Stopped stopOthers(Turn turn, StopReason stop) {
        LiveExecution execution = turn.execution();
        int neverStarted = 0;
        int signalled = 0;
        int ended = 0;
        for (int step = 0; step < execution.plan().size(); step++) {
            if (execution.progress().isWithheld(step)) {
                // A node that takes the execution over must not withhold it again.
                turn.touch(step);
            }
            if (!execution.plan().isFinal(step)) {
                switch (stopOne(turn, step, stop)) {
                    case NEVER_STARTED -> neverStarted++;
                    case SIGNALLED -> signalled++;
                    case HAD_ENDED -> ended++;
                }
            }
        }
        execution.progress().forgetWithheld(turn.effects());
        return new Stopped(neverStarted, signalled, ended);
    }

    /** How many runs were ended before they started, told to stop, or had ended. */
    record Stopped(int neverStarted, int signalled, int ended) {

        Stopped plus(Stop one) {
            return new Stopped(
                    neverStarted + (one == Stop.NEVER_STARTED ? 1 : 0),
                    signalled + (one == Stop.SIGNALLED ? 1 : 0),
                    ended + (one == Stop.HAD_ENDED ? 1 : 0));
        }
    }

    /** The effect of a stop on a run. */
    enum Stop {
        NEVER_STARTED,
        SIGNALLED,
        HAD_ENDED
    }

    /** Ends a run that has not started, or stops one that runs. */
    static Stop stopOne(Turn turn, int step, StopReason stop) {
        LiveExecution execution = turn.execution();
        if (execution.states().get(step).isTerminal()) {
            return Stop.HAD_ENDED;
        }
        RunStatus end = stop.endBeforeStart();
        Lease lease = execution.states().moveUnlessRunning(step, RunState.ended(end));
        if (lease != null) {
            turn.stop(lease, stop);
            return Stop.SIGNALLED;
        }
        turn.recordEnd(step, end, stop.why(), null);
        execution.progress().settle(step, end, turn.effects());
        return Stop.NEVER_STARTED;
    }
}

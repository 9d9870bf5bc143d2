package dev.baton.internal.execution;

import dev.baton.RunStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * Stops runs, for a person, a limit, a failure, or because this node releases them. All methods are called within a
 * {@link Turn}.
 */
public final class Stops {

    private Stops() {}

    /** Ends what has not started and stops what runs, the final step aside. Returns what it did. */
    static Stopped stopOthers(Turn turn, RunStatus end, EndReason why, StopReason stop) {
        LiveExecution execution = turn.execution();
        int neverStarted = 0;
        int signalled = 0;
        int ended = 0;
        for (int step = 0; step < execution.plan().size(); step++) {
            if (!execution.plan().isFinal(step)) {
                switch (stopOne(turn, step, end, why, stop)) {
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
    static Stop stopOne(Turn turn, int step, RunStatus end, EndReason why, StopReason stop) {
        LiveExecution execution = turn.execution();
        if (execution.states().get(step).isTerminal()) {
            return Stop.HAD_ENDED;
        }
        Lease lease = execution.states().moveUnlessRunning(step, RunState.ended(end));
        if (lease != null) {
            turn.stop(lease, stop);
            return Stop.SIGNALLED;
        }
        turn.recordEnd(step, end, why, null);
        execution.progress().settle(step, end, turn.effects());
        return Stop.NEVER_STARTED;
    }

    /** Tells all bodies that run on this node to stop, because the node stops; those outside go on. */
    public static void stopRunning(Turn turn, StopReason reason) {
        running(turn.execution()).stream()
                .filter(lease -> !lease.isHandedOut())
                .forEach(lease -> turn.stop(lease, reason));
    }

    private static List<Lease> running(LiveExecution execution) {
        List<Lease> running = new ArrayList<>();
        for (int step = 0; step < execution.plan().size(); step++) {
            Lease lease = execution.states().lease(step);
            if (lease != null) {
                running.add(lease);
            }
        }
        return running;
    }

    /** Gives up bodies that were told to stop. */
    public static void giveUpRunning(Turn turn) {
        for (Lease lease : running(turn.execution())) {
            if (lease.stopped() != null) {
                turn.attemptEnded(lease, false);
            }
        }
    }

    /**
     * Cancels the timers of an execution that another node owns now. Returns the leases to stop, and the watchers to
     * move.
     */
    public static LetGo letGo(Turn turn) {
        LiveExecution execution = turn.execution();
        execution.limits().forEach(Due::cancel);
        execution.limits().clear();
        List<Permit> permits = new ArrayList<>();
        for (int step = 0; step < execution.plan().size(); step++) {
            RunDetails details = execution.runs().detailsOrNull(step);
            if (details != null) {
                details.cancelRetry();
                Admissions.permits(execution, step, details, permits);
            }
        }
        if (Admissions.isLimited(execution)) {
            permits.add(new Permit(Admissions.executionGate(execution), execution, Permit.WHOLE));
        }
        List<Watcher> watchers = List.copyOf(execution.watchers());
        execution.watchers().clear();
        return new LetGo(running(execution), permits, watchers);
    }

    /** The leases, permits and watchers that an execution leaves behind when another node advances it. */
    public record LetGo(List<Lease> running, List<Permit> permits, List<Watcher> watchers) {}
}

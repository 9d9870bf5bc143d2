package dev.baton.internal.execution;

import java.util.ArrayList;
import java.util.List;

/** Releases an execution from this node, which stops or has lost it. All methods are called within a {@link Turn}. */
public final class Releases {

    private Releases() {}

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
                AttemptEnds.ended(turn, lease, false);
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

package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.graph.Plan;

/**
 * Finds out whether an execution only waits, for a time or a person, so that its owner need not keep it in memory.
 * Called within the execution's turn.
 */
public final class Waiting {

    /** In place of a time: the execution is active, or waits for an event that would not wake it. */
    public static final long NOT_ONLY = -1;

    /** In place of a time: it waits for a person. */
    public static final long FOR_A_PERSON = Long.MAX_VALUE;

    /** Checking all steps of a larger execution costs more than its memory is worth. */
    private static final int MOST_STEPS = 1_000;

    private Waiting() {}

    /** The time at which the wait of the execution ends, in microseconds, unless a person sends a command before. */
    public static long until(Turn turn) {
        LiveExecution execution = turn.execution();
        Plan plan = execution.plan();
        boolean held = execution.statusNow() == ExecutionStatus.HELD;
        if (!execution.hasBegun()
                || execution.state().isTerminal()
                || !execution.watchers().isEmpty()
                || Admissions.isLimited(execution)
                || plan.size() > MOST_STEPS) {
            return NOT_ONLY;
        }
        long until = FOR_A_PERSON;
        boolean waits = held;
        for (int step = 0; step < plan.size(); step++) {
            RunState state = execution.states().get(step);
            if (!state.isTerminal() && state != RunState.BLOCKED) {
                long next = until(execution, step, state);
                if (next == NOT_ONLY) {
                    return NOT_ONLY;
                }
                waits = true;
                until = Math.min(until, next);
            }
        }
        for (Due limit : execution.limits()) {
            until = Math.min(until, limit.at());
        }
        return waits ? until : NOT_ONLY;
    }

    private static long until(LiveExecution execution, int step, RunState state) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && !details.gates.isEmpty()) {
            // The owner must track a permit that is held or waited for.
            return NOT_ONLY;
        }
        return switch (state) {
            case DELAYED -> details == null || details.notBefore == 0 ? NOT_ONLY : details.notBefore;
            case PARKED -> execution.state() == ExecutionState.HELD ? FOR_A_PERSON : NOT_ONLY;
            case RUNNING -> {
                Lease lease = execution.states().lease(step);
                yield lease == null ? NOT_ONLY : lease.waitsUntil();
            }
            default -> NOT_ONLY;
        };
    }
}

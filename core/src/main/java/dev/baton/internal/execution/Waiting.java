package dev.baton.internal.execution;

import dev.baton.Deferred;
import dev.baton.ExecutionStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.definition.ExternalNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Finds out whether an execution only waits, for a time, a person or another execution, so that its owner need not keep
 * it in memory. Called within the execution's turn.
 */
public final class Waiting {

    /** In place of a time: the execution is active, or waits for an event that would not wake it. */
    public static final long NOT_ONLY = 0;

    /** In place of a time: it waits for a person. */
    public static final long FOR_A_PERSON = Long.MAX_VALUE;

    /** Checking all steps of a larger execution costs more than its memory is worth. */
    private static final int MOST_STEPS = 1_000;

    /**
     * How long an execution that waits for another sleeps at the most, in microseconds: it is woken when that one ends,
     * unless the node that would do so dies. A part of the time it has waited so far, within bounds.
     */
    private static final long SHORTEST = TimeUnit.MINUTES.toMicros(1);

    private static final long LONGEST = TimeUnit.HOURS.toMicros(1);
    private static final int PART = 4;

    private Waiting() {}

    /** Whether the body of a step only waits, and needs no worker. From any thread. */
    public static boolean onlyWaits(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        return execution.node(step).job().body() instanceof Deferred && (details == null || !details.hasWork());
    }

    /**
     * When the next attempt of a run begins, in microseconds: now, or when it began if its body goes on waiting in it. Its
     * time limit counts from then.
     */
    public static long since(LiveExecution execution, int step, long now) {
        RunDetails details = execution.runs().detailsOrNull(step);
        return details != null && details.waitsOn() && onlyWaits(execution, step) ? details.waitsSince() : now;
    }

    /**
     * The time at which the wait of the execution ends, in microseconds, unless a person sends a command before, or what
     * it waits for ends.
     *
     * @param wakes whether an execution that sleeps is woken when this ends
     */
    public static long until(Turn turn, Predicate<ExternalNode> wakes) {
        LiveExecution execution = turn.execution();
        Plan plan = execution.plan();
        execution.watchers().removeIf(watcher -> watcher.child().isGone());
        boolean held = execution.statusNow() == ExecutionStatus.HELD;
        if (!execution.hasBegun()
                || execution.state().isTerminal()
                || execution.watchers().stream().anyMatch(Watcher::keepsAwake)
                || Admissions.isLimited(execution)
                || plan.size() > MOST_STEPS) {
            return NOT_ONLY;
        }
        long until = FOR_A_PERSON;
        boolean waits = held;
        for (int step = 0; step < plan.size(); step++) {
            RunState state = execution.states().get(step);
            if (!state.isTerminal() && state != RunState.BLOCKED) {
                long next = state == RunState.AWAITING ? untilWoken(turn, step, wakes) : until(execution, step, state);
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

    /** The executions whose ends wake this one. */
    public static Set<UUID> wokenBy(LiveExecution execution) {
        Set<UUID> all = new HashSet<>();
        awaited(execution).forEach(external -> all.add(external.execution()));
        for (int step = 0; step < Math.min(execution.plan().size(), MOST_STEPS); step++) {
            Lease lease = execution.states().lease(step);
            UUID nested = lease == null ? null : lease.awaited();
            if (nested != null) {
                all.add(nested);
            }
        }
        return all;
    }

    /** The executions outside that this one waits for. */
    public static List<ExternalNode> awaited(LiveExecution execution) {
        List<ExternalNode> awaited = new ArrayList<>();
        for (int step = 0; step < Math.min(execution.plan().size(), MOST_STEPS); step++) {
            if (execution.states().get(step) == RunState.AWAITING
                    && execution.node(step) instanceof ExternalNode external) {
                awaited.add(external);
            }
        }
        return awaited;
    }

    private static long untilWoken(Turn turn, int step, Predicate<ExternalNode> wakes) {
        LiveExecution execution = turn.execution();
        if (!(execution.node(step) instanceof ExternalNode external) || !wakes.test(external)) {
            return NOT_ONLY;
        }
        return untilWoken(execution, turn.now());
    }

    /** Until when an execution sleeps, at the most, that is woken when another one ends. */
    public static long untilWoken(LiveExecution execution, long now) {
        long waited = now - execution.cause().created();
        return now + Math.max(SHORTEST, Math.min(waited / PART, LONGEST));
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

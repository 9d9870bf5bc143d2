package dev.baton.internal.execution;

import dev.baton.RunStatus;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The state of a run. {@link #mayBecome} is the table of allowed changes; everything else that users see of a run is
 * derived from its state. A terminal state is left only when a person retries, marks or reruns.
 */
public enum RunState {
    /** Waits for its parents. */
    BLOCKED(RunStatus.BLOCKED),
    /** Stands for a run or an execution outside, and waits for its end. */
    AWAITING(RunStatus.PENDING),
    /** Waits at a gate: an overlap policy, or a limit of its job or queue. */
    GATED(RunStatus.PENDING),
    /** Waits for the time of its next attempt. */
    DELAYED(RunStatus.PENDING),
    /** Waits because enough steps of its execution are out. */
    QUEUED(RunStatus.PENDING),
    /** Would be ready, but its execution is held. */
    PARKED(RunStatus.PENDING),
    /** A worker may take it. */
    READY(RunStatus.PENDING),
    /** A worker, or a waiting body, holds its lease. */
    RUNNING(RunStatus.RUNNING),
    /** Ended. */
    SUCCESS(RunStatus.SUCCESS),
    /** Ended. */
    PARTIAL(RunStatus.PARTIAL),
    /** Ended. */
    FAILURE(RunStatus.FAILURE),
    /** Ended. */
    TIMEOUT(RunStatus.TIMEOUT),
    /** Ended. */
    SKIPPED(RunStatus.SKIPPED),
    /** Ended. */
    CANCELLED(RunStatus.CANCELLED);

    private static final Set<RunState> ENDS = EnumSet.of(SUCCESS, PARTIAL, FAILURE, TIMEOUT, SKIPPED, CANCELLED);
    /** By state, a bit for each state that may follow. */
    private static final int[] ALLOWED = allowed();

    private static final Map<RunStatus, RunState> BY_STATUS = byStatus();

    private final RunStatus status;

    RunState(RunStatus status) {
        this.status = status;
    }

    private static int[] allowed() {
        int[] allowed = new int[values().length];
        // A run that no worker has claimed is ended by its conditions, a stop, a mark, or because it cannot start at
        // all.
        allow(allowed, BLOCKED, AWAITING, GATED, DELAYED, QUEUED, PARKED, READY);
        allow(allowed, AWAITING);
        // From one gate to the next.
        allow(allowed, GATED, GATED, QUEUED, PARKED, READY);
        allow(allowed, DELAYED, GATED, QUEUED, PARKED, READY);
        // The limits follow the slot.
        allow(allowed, QUEUED, GATED, PARKED, READY);
        allow(allowed, PARKED, READY);
        allow(allowed, READY, RUNNING, PARKED);
        // A run that was handed back, or whose body has done waiting, goes to the gates of its next attempt.
        allow(allowed, RUNNING, GATED, DELAYED, QUEUED, PARKED, READY);
        return allowed;
    }

    /** Besides these, any end may follow. */
    private static void allow(int[] allowed, RunState from, RunState... next) {
        Set<RunState> all = EnumSet.copyOf(ENDS);
        all.addAll(Arrays.asList(next));
        all.forEach(state -> allowed[from.ordinal()] |= 1 << state.ordinal());
    }

    private static Map<RunStatus, RunState> byStatus() {
        Map<RunStatus, RunState> ends = new EnumMap<>(RunStatus.class);
        for (RunState end : ENDS) {
            ends.put(end.status, end);
        }
        return ends;
    }

    /** Whether a run may go from this state to that one. */
    public boolean mayBecome(RunState next) {
        return (ALLOWED[ordinal()] & (1 << next.ordinal())) != 0;
    }

    /** Whether the run has ended. */
    public boolean isTerminal() {
        return status.isTerminal();
    }

    /** The status that users see. */
    public RunStatus status() {
        return status;
    }

    /** The state of a run that ended with this status. */
    public static RunState ended(RunStatus end) {
        RunState state = BY_STATUS.get(end);
        if (state == null) {
            throw new IllegalArgumentException(end + " is no end");
        }
        return state;
    }
}

package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The state of an execution. {@link #mayBecome} is the table of allowed changes. A terminal state is left only when a
 * person retries or marks a step.
 */
public enum ExecutionState {
    /** Waits for its time or its turn. */
    CREATED(ExecutionStatus.RUNNING),
    /** The same, and held by a person: when it begins, nothing starts. */
    HELD_AT_START(ExecutionStatus.HELD),
    RUNNING(ExecutionStatus.RUNNING),
    /** Held by a person: nothing starts. */
    HELD(ExecutionStatus.HELD),
    /** Running bodies were told to stop, because a person cancelled; the final step may still run. */
    CANCELLING(ExecutionStatus.RUNNING),
    /** Running bodies were told to stop, because the execution exceeded its time limit. */
    TIMING_OUT(ExecutionStatus.RUNNING),
    /** Running bodies were told to stop, because a step failed and the workflow fails fast. */
    FAILING_FAST(ExecutionStatus.RUNNING),
    SUCCESS(ExecutionStatus.SUCCESS),
    PARTIAL(ExecutionStatus.PARTIAL),
    FAILURE(ExecutionStatus.FAILURE),
    TIMEOUT(ExecutionStatus.TIMEOUT),
    CANCELLED(ExecutionStatus.CANCELLED),
    SKIPPED(ExecutionStatus.SKIPPED);

    private static final Set<ExecutionState> ENDS = EnumSet.of(SUCCESS, PARTIAL, FAILURE, TIMEOUT, CANCELLED, SKIPPED);
    private static final Map<ExecutionState, Set<ExecutionState>> ALLOWED = allowed();

    private final ExecutionStatus status;

    ExecutionState(ExecutionStatus status) {
        this.status = status;
    }

    private static Map<ExecutionState, Set<ExecutionState>> allowed() {
        Map<ExecutionState, Set<ExecutionState>> allowed = new EnumMap<>(ExecutionState.class);
        allowed.put(CREATED, with(HELD_AT_START, RUNNING, CANCELLING));
        allowed.put(HELD_AT_START, with(CREATED, RUNNING, HELD, CANCELLING));
        allowed.put(RUNNING, with(HELD, CANCELLING, TIMING_OUT, FAILING_FAST));
        allowed.put(HELD, with(RUNNING, CANCELLING, TIMING_OUT, FAILING_FAST));
        allowed.put(CANCELLING, with(RUNNING));
        allowed.put(TIMING_OUT, with(RUNNING, CANCELLING));
        allowed.put(FAILING_FAST, with(RUNNING, CANCELLING));
        for (ExecutionState end : ENDS) {
            allowed.put(end, EnumSet.noneOf(ExecutionState.class));
        }
        return allowed;
    }

    private static Set<ExecutionState> with(ExecutionState... others) {
        Set<ExecutionState> all = EnumSet.copyOf(ENDS);
        all.addAll(Set.of(others));
        return all;
    }

    /** Whether an execution may go from this state to that one. */
    public boolean mayBecome(ExecutionState next) {
        return ALLOWED.getOrDefault(this, Set.of()).contains(next);
    }

    /** Whether the execution has ended. */
    public boolean isTerminal() {
        return status.isTerminal();
    }

    /** Whether what has not started will not start any more, the final step aside. */
    public boolean isStopping() {
        return this == CANCELLING || this == TIMING_OUT || this == FAILING_FAST;
    }

    /** The status that users see, unless a failed step withholds its end from its children. */
    public ExecutionStatus status() {
        return status;
    }

    /** The state of an execution that ended with this status. */
    public static ExecutionState ended(ExecutionStatus end) {
        for (ExecutionState state : ENDS) {
            if (state.status == end) {
                return state;
            }
        }
        throw new IllegalArgumentException(end + " is no end");
    }
}

package dev.baton.internal.execution;

import dev.baton.RunStatus;
import org.jspecify.annotations.Nullable;

/** The reason why a running attempt is told to stop, and the resulting status of its run. */
public enum StopReason {
    CANCELLED(RunStatus.CANCELLED, EndReason.CANCELLED),
    REPLACED(RunStatus.CANCELLED, EndReason.REPLACED),
    FAIL_FAST(RunStatus.CANCELLED, EndReason.FAIL_FAST),
    EXECUTION_TIMEOUT(RunStatus.CANCELLED, EndReason.EXECUTION_TIMEOUT),
    TOO_LONG(RunStatus.TIMEOUT, EndReason.TOO_LONG),
    /** The scheduler stops: the run becomes pending again, unless the body finishes all the same. */
    SHUTDOWN(RunStatus.PENDING, EndReason.BODY),
    /** Another node has the run by now: its result here is discarded. */
    LOST(RunStatus.PENDING, EndReason.LOST);

    private final RunStatus end;
    private final EndReason why;

    StopReason(RunStatus end, EndReason why) {
        this.end = end;
        this.why = why;
    }

    /** Why a run was told to stop, by itself or with its execution; null if it was not. Known after a restart as well. */
    public static @Nullable StopReason of(LiveExecution execution, int step) {
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && details.isCancelled()) {
            return CANCELLED;
        }
        return execution.plan().isFinal(step) ? null : of(execution.state());
    }

    /** Whether a run was ended by a mark, a cancellation or a time limit, and not by its body. */
    public static boolean wasStopped(LiveExecution execution, int step) {
        return execution.states().get(step).isTerminal() && execution.runs().why(step) != EndReason.BODY;
    }

    private static @Nullable StopReason of(ExecutionState state) {
        return switch (state) {
            case CANCELLING -> CANCELLED;
            case TIMING_OUT -> EXECUTION_TIMEOUT;
            case FAILING_FAST -> FAIL_FAST;
            default -> null;
        };
    }

    /** The status with which a run ends that stops for this reason; pending if it does not end. */
    public RunStatus end() {
        return end;
    }

    /** Why the run ended, then. */
    public EndReason why() {
        return why;
    }
}

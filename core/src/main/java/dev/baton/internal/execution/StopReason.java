package dev.baton.internal.execution;

import dev.baton.RunStatus;

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

    /** The status with which a run ends that stops for this reason; pending if it does not end. */
    public RunStatus end() {
        return end;
    }

    /** Why the run ended, then. */
    public EndReason why() {
        return why;
    }
}

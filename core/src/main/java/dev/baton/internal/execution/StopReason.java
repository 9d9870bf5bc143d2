package dev.baton.internal.execution;

import dev.baton.RunStatus;

/** The reason why runs are to stop, and the status that they end with. */
public enum StopReason {
    CANCELLED(RunStatus.CANCELLED, RunStatus.CANCELLED, EndReason.CANCELLED),
    REPLACED(RunStatus.CANCELLED, RunStatus.CANCELLED, EndReason.REPLACED),
    FAIL_FAST(RunStatus.SKIPPED, RunStatus.CANCELLED, EndReason.FAIL_FAST),
    EXECUTION_TIMEOUT(RunStatus.SKIPPED, RunStatus.CANCELLED, EndReason.EXECUTION_TIMEOUT),
    TOO_LONG(RunStatus.TIMEOUT, RunStatus.TIMEOUT, EndReason.TOO_LONG),
    /** The scheduler stops: the run becomes pending again, unless the body finishes all the same. */
    SHUTDOWN(RunStatus.PENDING, RunStatus.PENDING, EndReason.BODY),
    /** Another node has the run by now: its result here is discarded. */
    LOST(RunStatus.PENDING, RunStatus.PENDING, EndReason.LOST);

    private final RunStatus endBeforeStart;
    private final RunStatus end;
    private final EndReason why;

    StopReason(RunStatus endBeforeStart, RunStatus end, EndReason why) {
        this.endBeforeStart = endBeforeStart;
        this.end = end;
        this.why = why;
    }

    /** The status with which a run ends that has not started; pending if it does not end. */
    public RunStatus endBeforeStart() {
        return endBeforeStart;
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

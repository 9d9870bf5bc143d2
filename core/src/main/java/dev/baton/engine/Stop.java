package dev.baton.engine;

import dev.baton.RunStatus;

/** Why a running attempt is told to stop, and what its run ends as. */
enum Stop {
    CANCELLED(RunStatus.CANCELLED, Why.CANCELLED),
    REPLACED(RunStatus.CANCELLED, Why.REPLACED),
    FAIL_FAST(RunStatus.CANCELLED, Why.FAIL_FAST),
    EXECUTION_TIMEOUT(RunStatus.CANCELLED, Why.EXECUTION_TIMEOUT),
    TOO_LONG(RunStatus.TIMEOUT, Why.TOO_LONG),
    /** The scheduler stops: the run goes back to pending, unless the body gets done all the same. */
    SHUTDOWN(RunStatus.PENDING, Why.BODY),
    /** Another node has the run by now: whatever comes of it here does not count. */
    LOST(RunStatus.PENDING, Why.LOST);

    final RunStatus end;
    final Why why;

    Stop(RunStatus end, Why why) {
        this.end = end;
        this.why = why;
    }
}

package dev.baton.internal.limit;

import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.Permit;

/**
 * Places where only so many may be at a time, or pass in a time: runs of a job, executions of a workflow, runs in a
 * queue. What becomes of a request reaches its execution as a message. Safe from any thread.
 */
public interface Gates {

    /** Asks for a permit. */
    void enter(GateRequest request);

    /** Gives a permit back, or asks for it no longer. That is recorded. */
    void leave(Permit permit);

    /** Another node advances the execution: what it holds or waits for here is that node's matter. */
    void forget(Permit permit);

    /** Asks again for all who wait. */
    void askAgain();
}

package dev.baton.internal.execution;

import dev.baton.RunStatus;
import dev.baton.internal.definition.ExternalNode;
import dev.baton.spi.Worker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Carries out all effects of turns: ready runs go to workers, callers get answers, listeners get events, timers and
 * permits are set. Called after the change is recorded, on a thread that holds no lock and no turn, in the order of the
 * execution's changes.
 */
public interface EffectHandler {

    /** Offers ready runs to workers. */
    void offer(ReadyBatch batch, boolean byWorker);

    /** Hands a run whose attempt outlived its node back to the worker that has it. */
    void adopt(LiveExecution execution, int step, Worker.Survivor survivor);

    /** Tells listeners. */
    void tell(Happening happening);

    /** Tells the holder of a lease to stop. */
    void stop(Lease lease, StopReason reason);

    /** Sets a timer. */
    void arm(Due due);

    /** Requests a permit; the answer comes as a message. */
    void enter(GateRequest request);

    /** Returns a permit, or withdraws the request for it. */
    void leave(Permit permit);

    /** Watches for the end of a run or execution outside. */
    void watch(LiveExecution child, int step, ExternalNode parent);

    /** Tells the watchers of a run or execution that it has ended. */
    void ended(LiveExecution execution, List<Watcher> watchers, RunStatus end);

    /** An execution was created with the end of another. */
    void created(Start start);

    /** The execution has ended. */
    void executionEnded(LiveExecution execution, CompletableFuture<@Nullable Void> end);

    /** An execution that had ended goes on. */
    void executionReopened(LiveExecution execution);
}

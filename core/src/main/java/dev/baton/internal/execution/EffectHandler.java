package dev.baton.internal.execution;

import dev.baton.Listener;
import dev.baton.RunStatus;
import dev.baton.internal.definition.ExternalNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one place where what follows from a turn happens: ready runs go to workers, callers get answers, listeners hear,
 * timers and permits are set. Called after the change that led to it is recorded, by a thread that holds no lock and no
 * turn, in the order of the execution's changes.
 */
public interface EffectHandler {

    /** Lets workers have runs that became ready. */
    void offer(ReadyBatch batch, boolean byWorker);

    /** Tells listeners. */
    void tell(Consumer<Listener> happening);

    /** Tells whoever has a lease to stop. */
    void stop(Lease lease, StopReason reason);

    /** Sets a timer. */
    void arm(Due due);

    /** Asks for a permit; the answer comes as a message. */
    void enter(GateRequest request);

    /** Gives a permit back, or asks for it no longer. */
    void leave(Permit permit);

    /** Waits for the end of a run, or an execution, outside. */
    void watch(LiveExecution child, int step, ExternalNode parent);

    /** Tells those who wait for a run, or an execution, that it has ended. */
    void ended(LiveExecution execution, List<Watcher> watchers, RunStatus end);

    /** An execution was created with the end of another. */
    void created(Start start);

    /** The execution has ended. */
    void executionEnded(LiveExecution execution, CompletableFuture<@Nullable Void> end);

    /** An execution that had ended goes on. */
    void executionReopened(LiveExecution execution);
}

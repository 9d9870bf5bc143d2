package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Listener.ExecutionEvent;
import dev.baton.spi.Time;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Something that happened to an execution, for listeners. */
public final class ExecutionHappening implements Effect, Consumer<Listener> {

    private final BiConsumer<Listener, ExecutionEvent> call;
    private final ExecutionEvent event;

    private ExecutionHappening(
            LiveExecution execution, long at, ExecutionStatus status, BiConsumer<Listener, ExecutionEvent> call) {
        this.call = call;
        this.event = new ExecutionEvent(
                Time.toInstant(at),
                execution.id(),
                execution.definition().name(),
                execution.cause().trigger(),
                status);
    }

    static ExecutionHappening started(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.RUNNING, Listener::executionStarted);
    }

    static ExecutionHappening deadlineMissed(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, execution.statusNow(), Listener::deadlineMissed);
    }

    static ExecutionHappening held(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.HELD, Listener::executionHeld);
    }

    static ExecutionHappening released(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.RUNNING, Listener::executionReleased);
    }

    /** An execution has ended. */
    public static ExecutionHappening finished(LiveExecution execution) {
        return new ExecutionHappening(execution, execution.ended(), execution.status(), Listener::executionFinished);
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.tell(this);
    }

    @Override
    public void accept(Listener listener) {
        call.accept(listener, event);
    }
}

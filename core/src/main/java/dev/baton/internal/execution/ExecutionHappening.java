package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Listener.ExecutionEvent;
import dev.baton.Run;
import dev.baton.spi.Time;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Something that happened to an execution, for listeners. */
public final class ExecutionHappening implements Effect, Happening {

    private final BiConsumer<Listener, ExecutionEvent> call;
    private final ExecutionEvent event;

    private ExecutionHappening(
            LiveExecution execution,
            long at,
            ExecutionStatus status,
            Supplier<List<Run>> runs,
            BiConsumer<Listener, ExecutionEvent> call) {
        this.call = call;
        this.event = new ExecutionEvent(
                Time.toInstant(at),
                execution.id(),
                execution.definition().name(),
                execution.cause().trigger(),
                status,
                runs);
    }

    static ExecutionHappening started(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.RUNNING, List::of, Listener::executionStarted);
    }

    static ExecutionHappening deadlineMissed(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, execution.statusNow(), List::of, Listener::deadlineMissed);
    }

    static ExecutionHappening held(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.HELD, List::of, Listener::executionHeld);
    }

    static ExecutionHappening released(LiveExecution execution, long at) {
        return new ExecutionHappening(execution, at, ExecutionStatus.RUNNING, List::of, Listener::executionReleased);
    }

    /**
     * An execution has ended.
     *
     * @param runs its runs, read when a listener asks for them
     */
    public static ExecutionHappening finished(LiveExecution execution, Supplier<List<Run>> runs) {
        return new ExecutionHappening(
                execution, execution.ended(), execution.status(), runs, Listener::executionFinished);
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.tell(this);
    }

    @Override
    public void tell(Listener listener, int number) {
        call.accept(listener, event);
    }
}

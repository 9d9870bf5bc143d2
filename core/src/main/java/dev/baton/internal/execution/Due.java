package dev.baton.internal.execution;

import dev.baton.spi.Time;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A delayed message to an execution. Armed once the change that asked for it is recorded. */
public final class Due {

    private final LiveExecution execution;
    private final Message message;
    private final long at;
    private Time.@Nullable Timer timer;
    private boolean cancelled;

    Due(LiveExecution execution, int step, long at, Consumer<Turn> what) {
        this.execution = execution;
        this.message = new TurnCall(at, step, what);
        this.at = at;
    }

    /** Sets the timer, unless it was cancelled. */
    public synchronized void arm(Time time) {
        if (!cancelled && !execution.isGone()) {
            timer = time.at(Time.toInstant(at), () -> execution.post(message));
        }
    }

    /** When it is due, in microseconds. */
    long at() {
        return at;
    }

    synchronized void cancel() {
        cancelled = true;
        if (timer != null) {
            timer.cancel();
        }
    }
}

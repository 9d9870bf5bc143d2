package dev.baton.engine;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Listener.ExecutionEvent;
import dev.baton.Listener.RunEvent;
import dev.baton.RunStatus;
import dev.baton.spi.Time;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners what happened. The engine only puts a small note into each listener's {@link Mailbox}; the event is
 * made from it on the listener's own time. With no listeners it does nothing.
 */
final class Notifier {

    private final Mailbox[] mailboxes;

    Notifier(List<Listener> listeners, Executor executor) {
        this.mailboxes = listeners.stream().map(l -> new Mailbox(l, executor)).toArray(Mailbox[]::new);
    }

    void executionStarted(LiveExecution execution, long now) {
        tell(execution, now, ExecutionStatus.RUNNING, Listener::executionStarted);
    }

    void executionFinished(LiveExecution execution) {
        tell(execution, execution.ended, execution.status, Listener::executionFinished);
    }

    void deadlineMissed(LiveExecution execution, long now) {
        tell(execution, now, execution.status, Listener::deadlineMissed);
    }

    void runScheduled(LiveExecution execution, int step, long now) {
        if (mailboxes.length > 0) {
            int attempt = execution.attempts[step];
            put(l -> l.runScheduled(event(execution, step, attempt, RunStatus.PENDING, now, null)));
        }
    }

    void runStarted(Attempt attempt) {
        if (mailboxes.length > 0) {
            put(l -> l.runStarted(
                    event(attempt.execution, attempt.step, attempt.number, RunStatus.RUNNING, attempt.started, null)));
        }
    }

    void runRetried(LiveExecution execution, int step, long now, @Nullable Throwable error) {
        if (mailboxes.length > 0) {
            int attempt = execution.attempts[step];
            put(l -> l.runRetried(event(execution, step, attempt, RunStatus.PENDING, now, error)));
        }
    }

    void runEnded(LiveExecution execution, int step, RunStatus end, long now, @Nullable Throwable error) {
        if (mailboxes.length > 0) {
            int attempt = execution.attempts[step];
            if (end == RunStatus.SKIPPED) {
                // Said now: the run's state may be another by the time the listener is told.
                String reason = Reasons.whySkipped(execution, step);
                put(l -> l.runSkipped(event(execution, step, attempt, end, now, reason, null)));
            } else {
                put(l -> l.runFinished(event(execution, step, attempt, end, now, error)));
            }
        }
    }

    private static RunEvent event(
            LiveExecution execution, int step, int attempt, RunStatus status, long now, @Nullable Throwable error) {
        return event(execution, step, attempt, status, now, Reasons.message(error), error);
    }

    private static RunEvent event(
            LiveExecution execution,
            int step,
            int attempt,
            RunStatus status,
            long now,
            String detail,
            @Nullable Throwable error) {
        String job = execution.nodes[step].job().name();
        return new RunEvent(Time.toInstant(now), execution.runId(step), job, attempt, status, detail, error);
    }

    private void tell(LiveExecution execution, long now, ExecutionStatus status, ExecutionCall call) {
        if (mailboxes.length > 0) {
            ExecutionEvent event = new ExecutionEvent(
                    Time.toInstant(now), execution.id, execution.definition.name(), execution.cause.trigger(), status);
            put(listener -> call.on(listener, event));
        }
    }

    private void put(Consumer<Listener> note) {
        for (Mailbox mailbox : mailboxes) {
            mailbox.put(note);
        }
    }

    private interface ExecutionCall {

        void on(Listener listener, ExecutionEvent event);
    }
}

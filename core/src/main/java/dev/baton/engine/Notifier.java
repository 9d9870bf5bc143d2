package dev.baton.engine;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Listener.ExecutionEvent;
import dev.baton.RunStatus;
import dev.baton.engine.RunNote.Kind;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Tells listeners what happened, by a note into each one's {@link Mailbox}. With no listeners it does nothing. */
final class Notifier {

    private final Mailbox[] mailboxes;

    Notifier(List<Listener> listeners, Worker worker) {
        this.mailboxes = listeners.stream().map(l -> new Mailbox(l, worker)).toArray(Mailbox[]::new);
    }

    void executionStarted(LiveExecution execution, long now) {
        if (mailboxes.length > 0) {
            putOnceRecorded(execution, note(execution, now, ExecutionStatus.RUNNING, Listener::executionStarted));
        }
    }

    void executionFinished(LiveExecution execution) {
        if (mailboxes.length > 0) {
            put(note(execution, execution.ended, execution.status, Listener::executionFinished));
        }
    }

    void deadlineMissed(LiveExecution execution, long now) {
        if (mailboxes.length > 0) {
            putOnceRecorded(execution, note(execution, now, execution.status, Listener::deadlineMissed));
        }
    }

    void firesMissed(String name, Instant now, IntSupplier count) {
        if (mailboxes.length > 0) {
            put(new FiresNote(name, now, count));
        }
    }

    void runScheduled(LiveExecution execution, int step, long now) {
        if (mailboxes.length > 0) {
            putOnceRecorded(execution, new RunNote(Kind.SCHEDULED, RunStatus.PENDING, run(execution, step), now, null));
        }
    }

    void runStarted(Attempt attempt) {
        if (mailboxes.length > 0) {
            RunNote.Run run = new RunNote.Run(attempt.execution, attempt.step, attempt.number);
            put(new RunNote(Kind.STARTED, RunStatus.RUNNING, run, attempt.started, null));
        }
    }

    void runRetried(LiveExecution execution, int step, long now, @Nullable Throwable error) {
        if (mailboxes.length > 0) {
            putOnceRecorded(execution, new RunNote(Kind.RETRIED, RunStatus.PENDING, run(execution, step), now, error));
        }
    }

    void runEnded(LiveExecution execution, int step, RunStatus end, long now, @Nullable Throwable error) {
        if (mailboxes.length > 0) {
            boolean skipped = end == RunStatus.SKIPPED;
            // Said now: the run's state may be another by the time the listener is told.
            Object detail = skipped ? Reasons.whySkipped(execution, step) : error;
            Kind kind = skipped ? Kind.SKIPPED : Kind.FINISHED;
            putOnceRecorded(execution, new RunNote(kind, end, run(execution, step), now, detail));
        }
    }

    private static RunNote.Run run(LiveExecution execution, int step) {
        return new RunNote.Run(execution, step, execution.attempts[step]);
    }

    private static Consumer<Listener> note(
            LiveExecution execution, long now, ExecutionStatus status, ExecutionCall call) {
        ExecutionEvent event = new ExecutionEvent(
                Time.toInstant(now), execution.id, execution.definition.name(), execution.cause.trigger(), status);
        return listener -> call.on(listener, event);
    }

    /** From within a turn: what it says is told when it is recorded. */
    private void putOnceRecorded(LiveExecution execution, Consumer<Listener> note) {
        Unsaved unsaved = execution.unsaved;
        if (unsaved == null) {
            put(note);
        } else {
            unsaved.after(() -> put(note));
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

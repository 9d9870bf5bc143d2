package dev.baton.engine;

import dev.baton.Listener;
import dev.baton.Listener.RunEvent;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A note about a run for a listener, and the event that the listener gets to see: what the engine has at hand is kept,
 * what has to be made from it is made when it is asked for.
 */
final class RunNote implements Consumer<Listener>, RunEvent {

    private final Kind kind;
    private final RunStatus status;
    private final LiveExecution execution;
    private final int step;
    private final int attempt;
    private final long at;
    private final @Nullable Object reasonOrError;

    /** What happened. */
    enum Kind {
        SCHEDULED,
        STARTED,
        RETRIED,
        FINISHED,
        SKIPPED
    }

    RunNote(Kind kind, RunStatus status, Run run, long at, @Nullable Object reasonOrError) {
        this.kind = kind;
        this.status = status;
        this.execution = run.execution;
        this.step = run.step;
        this.attempt = run.attempt;
        this.at = at;
        this.reasonOrError = reasonOrError;
    }

    /** Which run, and which of its attempts. */
    record Run(LiveExecution execution, int step, int attempt) {}

    @Override
    public void accept(Listener listener) {
        switch (kind) {
            case SCHEDULED -> listener.runScheduled(this);
            case STARTED -> listener.runStarted(this);
            case RETRIED -> listener.runRetried(this);
            case FINISHED -> listener.runFinished(this);
            case SKIPPED -> listener.runSkipped(this);
        }
    }

    @Override
    public Instant at() {
        return Time.toInstant(at);
    }

    @Override
    public RunId run() {
        return execution.runId(step);
    }

    @Override
    public String job() {
        return execution.nodes[step].job().name();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public RunStatus status() {
        return status;
    }

    @Override
    public String detail() {
        return reasonOrError instanceof String reason ? reason : Reasons.message((Throwable) reasonOrError);
    }

    @Override
    public Optional<Throwable> error() {
        return reasonOrError instanceof Throwable error ? Optional.of(error) : Optional.empty();
    }

    @Override
    public String toString() {
        return job() + " " + status;
    }
}

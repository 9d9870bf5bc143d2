package dev.baton.internal.execution;

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
public final class RunHappening implements Effect, Consumer<Listener>, RunEvent {

    private final Kind kind;
    private final RunStatus status;
    private final LiveExecution execution;
    private final int step;
    private final int attempt;
    private final long at;
    private final @Nullable Object reasonOrFailure;

    /** The event. */
    enum Kind {
        SCHEDULED,
        STARTED,
        RETRIED,
        FINISHED,
        SKIPPED
    }

    private RunHappening(
            Kind kind, RunStatus status, LiveExecution execution, int step, long at, @Nullable Object reasonOrFailure) {
        this.kind = kind;
        this.status = status;
        this.execution = execution;
        this.step = step;
        this.attempt = execution.runs().attempts(step);
        this.at = at;
        this.reasonOrFailure = reasonOrFailure;
    }

    private RunHappening(LiveExecution execution, Lease lease) {
        this.kind = Kind.STARTED;
        this.status = RunStatus.RUNNING;
        this.execution = execution;
        this.step = lease.step();
        this.attempt = lease.number();
        this.at = lease.started();
        this.reasonOrFailure = null;
    }

    static RunHappening scheduled(LiveExecution execution, int step, long at) {
        return new RunHappening(Kind.SCHEDULED, RunStatus.PENDING, execution, step, at, null);
    }

    /** A worker has taken a run. */
    public static RunHappening started(LiveExecution execution, Lease lease) {
        return new RunHappening(execution, lease);
    }

    static RunHappening retried(LiveExecution execution, int step, long at, Failure failure) {
        return new RunHappening(Kind.RETRIED, RunStatus.PENDING, execution, step, at, failure);
    }

    static RunHappening ended(LiveExecution execution, int step, RunStatus end, long at, @Nullable Failure failure) {
        boolean skipped = end == RunStatus.SKIPPED;
        // Said now: the run's state may be another by the time the listener is told.
        Object detail = skipped ? ReasonText.whySkipped(execution, step) : failure;
        return new RunHappening(skipped ? Kind.SKIPPED : Kind.FINISHED, end, execution, step, at, detail);
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.tell(this);
    }

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
        return execution.node(step).job().name();
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
        if (reasonOrFailure instanceof Failure failure) {
            return failure.words();
        }
        return reasonOrFailure instanceof String reason ? reason : "";
    }

    @Override
    public Optional<Throwable> error() {
        return reasonOrFailure instanceof Failure failure ? Optional.of(failure.error()) : Optional.empty();
    }

    @Override
    public String toString() {
        return job() + " " + status;
    }
}

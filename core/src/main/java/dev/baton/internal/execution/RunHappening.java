package dev.baton.internal.execution;

import dev.baton.Listener;
import dev.baton.Listener.RunEvent;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A note about a run for a listener, and the event that the listener gets to see: what the engine has at hand is kept,
 * what has to be made from it is made when it is asked for.
 */
public final class RunHappening implements Effect, Happening, RunEvent {

    private final RunStatus status;
    private final LiveExecution execution;
    private final int step;
    private final int attempt;
    private final long at;
    private final @Nullable Object reasonOrFailure;

    private RunHappening(
            RunStatus status,
            LiveExecution execution,
            int step,
            int attempt,
            long at,
            @Nullable Object reasonOrFailure) {
        this.status = status;
        this.execution = execution;
        this.step = step;
        this.attempt = attempt;
        this.at = at;
        this.reasonOrFailure = reasonOrFailure;
    }

    /** A run is ready, or has a time at which it will be. */
    static RunHappening scheduled(LiveExecution execution, int step, int attempt, long at) {
        return new RunHappening(RunStatus.PENDING, execution, step, attempt, at, null);
    }

    /** A worker has taken a run. */
    public static RunHappening started(LiveExecution execution, Lease lease) {
        return new RunHappening(RunStatus.RUNNING, execution, lease.step(), lease.number(), lease.started(), null);
    }

    /** An attempt has failed, and there will be another. */
    static RunHappening retried(LiveExecution execution, int step, long at, Failure failure) {
        return new RunHappening(
                RunStatus.PENDING, execution, step, execution.runs().attempts(step), at, failure);
    }

    /** A run has ended. */
    static RunHappening ended(LiveExecution execution, int step, RunStatus end, long at, @Nullable Failure failure) {
        // Said now: the run's state may be another by the time the listener is told.
        Object detail = end == RunStatus.SKIPPED ? ReasonText.whySkipped(execution, step) : failure;
        return new RunHappening(end, execution, step, execution.runs().attempts(step), at, detail);
    }

    @Override
    public void happen(EffectHandler handler, boolean byWorker) {
        handler.tell(this);
    }

    @Override
    public void tell(Listener listener, int event) {
        switch (status) {
            case PENDING -> {
                if (reasonOrFailure == null) {
                    listener.runScheduled(this);
                } else {
                    listener.runRetried(this);
                }
            }
            case RUNNING -> listener.runStarted(this);
            case SKIPPED -> listener.runSkipped(this);
            default -> listener.runFinished(this);
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

package dev.baton.internal.run;

import dev.baton.Completion;
import dev.baton.RunStatus;
import dev.baton.internal.execution.BoundedTrace;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.StopReason;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt. All user code around a result is called here, on the thread that reports it: the codec that
 * encodes an output, the message of an exception, the predicate that decides about a retry.
 */
abstract class AttemptResult extends BodyWriting implements Completion {

    /** The end that the attempt came to by itself; valid once it is in the execution's mailbox. */
    private RunStatus end = RunStatus.RUNNING;

    private EndReason why = EndReason.BODY;
    private @Nullable Object output;
    private @Nullable Failure failure;
    private @Nullable String words;
    private volatile @Nullable Failure timeout;

    AttemptResult(ReadyRuns runs, LiveExecution execution, int step, int number, long started) {
        super(runs, execution, step, number, started);
    }

    @Override
    public RunStatus end() {
        return end;
    }

    @Override
    public EndReason why() {
        return why;
    }

    @Override
    public @Nullable Object output() {
        return output;
    }

    @Override
    public @Nullable Failure failure() {
        return failure;
    }

    @Override
    public @Nullable Failure timeout() {
        return timeout;
    }

    @Override
    public @Nullable String words() {
        return words;
    }

    @Override
    public final void succeed(@Nullable Object result) {
        succeed(RunStatus.SUCCESS, result);
    }

    @Override
    public final void partlySucceed(@Nullable Object result) {
        succeed(RunStatus.PARTIAL, result);
    }

    @Override
    public final void skipRun(String reason) {
        skip(EndReason.BODY, reason);
    }

    abstract void succeed(RunStatus as, @Nullable Object result);

    abstract void skip(EndReason newWhy, @Nullable String reason);

    /** Records a success, or a failure if the output cannot be encoded. */
    final void succeeded(RunStatus as, @Nullable Object result) {
        try {
            output = result == null ? null : services().keeper().keep(result, execution.node(step));
            end = as;
        } catch (Throwable e) {
            failed(e);
        }
    }

    final void failed(@Nullable Throwable e) {
        Throwable error = e == null ? new IllegalArgumentException("it failed, and did not say with what") : e;
        end = RunStatus.FAILURE;
        output = null;
        failure = Failure.of(error, isRetryable(error));
    }

    /** Whether an error is no answer to being told to stop; where a body was that ran for too long is worth knowing. */
    final boolean isFault(Throwable error) {
        StopReason told = stopped();
        return (told == null || told == StopReason.TOO_LONG) && !(error instanceof NotHereSignal);
    }

    /** Keeps the stack trace of an error that user code threw in the log of the run. */
    final void keepTrace(Throwable error) {
        try {
            execution.runs().details(step).logTrace(services().time(), number, BoundedTrace.of(error));
        } catch (Throwable noMemory) {
            // The attempt is reported all the same, without its trace.
        }
    }

    /**
     * Asks the retry policy about the time limit, if the attempt was stopped for that. Before the end of the attempt is
     * reported: the turn that ends it must find the answer, and calls no user code.
     */
    final void decideTimeout() {
        StopReason told;
        synchronized (this) {
            // Whoever is telling it to stop has the lock.
            told = stopped();
        }
        if (told == StopReason.TOO_LONG && timeout == null) {
            Throwable error = new TimeoutException(job().name() + " ran past its time limit");
            timeout = Failure.of(error, isRetryable(error));
        }
    }

    /** Runs an action when that has been decided. The policy may block, and the caller's thread may be that of the timers. */
    final void onceTimeoutIsDecided(Runnable action) {
        if (stopped() == StopReason.TOO_LONG) {
            runs.later(() -> {
                decideTimeout();
                action.run();
            });
        } else {
            action.run();
        }
    }

    /** Why the attempt was told to stop. */
    public final StopReason stopReason() {
        StopReason known = stopped();
        return known == null ? StopReason.CANCELLED : known;
    }

    private boolean isRetryable(Throwable e) {
        try {
            return job().policy().retry().retryable().test(e);
        } catch (Throwable thrown) {
            log().error("whether to retry could not be decided, and it is not retried", thrown);
            return false;
        }
    }

    final void skipped(EndReason newWhy, @Nullable String reason) {
        end = RunStatus.SKIPPED;
        why = newWhy;
        words = reason == null && newWhy == EndReason.BODY ? "it was skipped, and did not say why" : reason;
        output = null;
    }

    /** Takes over the outcome of an attempt that another node made. */
    final void take(Outcome outcome) {
        end = outcome.end();
        why = outcome.why();
        words = outcome.words();
        failure = outcome.failure();
        if (outcome.output() != null) {
            output = services().keeper().keep(outcome.output(), execution.node(step));
        }
        setAdded(outcome.added());
        execution.runs().details(step).takeOver(outcome.details());
    }
}

package dev.baton.internal.run;

import dev.baton.Listener;
import dev.baton.internal.execution.Happening;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.RunHappening;
import dev.baton.internal.execution.Waiting;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Records an active attempt: that it is running, and its holder outside this process. It is also what listeners are told
 * when it starts.
 */
abstract class RecordedAttempt extends AttemptResult implements Happening {

    /** An attempt that has run for this long is recorded as running. */
    public static final Duration NOTEWORTHY = Duration.ofMillis(250);

    private volatile boolean noted;
    private volatile boolean handedOut;

    RecordedAttempt(ReadyRuns runs, LiveExecution execution, int step, int number, long started) {
        super(runs, execution, step, number, started);
    }

    /** When the next attempt of a run begins: now, unless its body goes on waiting in one that began before. */
    static long since(ReadyRuns runs, LiveExecution execution, int step) {
        return Waiting.since(execution, step, runs.services().time().micros());
    }

    @Override
    public void tell(Listener listener, int event) {
        listener.runStarted(RunHappening.started(execution, this));
    }

    /** Whether it may have been started before, under an owner that died before it recorded the start. */
    public boolean mayHaveStarted() {
        return StartCheck.hasOwnerDied(execution);
    }

    /** Records who executes the attempt outside this process. */
    public CompletionStage<?> handOut(String holder) {
        keepHolder(holder);
        handedOut = true;
        noteNow();
        return execution.recorded();
    }

    /** Keeps who executes the attempt. */
    public void keepHolder(String holder) {
        execution.runs().details(step).setHolder(new RunDetails.Holder(number, holder));
    }

    /** The attempt was not begun after all: the next try has the same number. */
    final void forgetHolder() {
        if (handedOut) {
            handedOut = false;
            execution.runs().details(step).setHolder(null);
        }
    }

    /** Done when everything reported so far is recorded. */
    public CompletionStage<?> recorded() {
        return !isBorrowed() ? execution.recorded() : CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isHandedOut() {
        return handedOut;
    }

    /** Records, once, that the attempt has been running for a while. Returns whether that is still to be done. */
    public boolean noteRunning() {
        boolean isDue =
                started() + Time.toMicros(NOTEWORTHY) <= services().time().micros();
        if (!isBorrowed() && !noted && !hasTransaction() && isDue && !isInTheWay()) {
            noteNow();
        }
        return !isBorrowed() && !noted;
    }

    /**
     * Whether the note would wait for the transaction of another attempt of the execution, while the end of that attempt
     * would wait behind the note.
     */
    private boolean isInTheWay() {
        return services().keeper().hasOneWriter() && runs.hasOpenTransaction(execution);
    }

    @Override
    public boolean isNoted() {
        return noted;
    }

    /** Records that the attempt is running. */
    void noteNow() {
        noted = true;
        execution.tell(step, turn -> {
            if (execution.states().lease(step) == this) {
                turn.touchByAttempt(step);
            }
        });
    }
}

package dev.baton.internal.execution;

import dev.baton.RunStatus;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.spi.Store;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one attempt of a run, and the message that the attempt is over. Only the lease in the run's state
 * can end the run; a late report comes from another lease and is refused.
 */
public abstract class Lease extends Message {

    protected final int step;
    protected final int number;
    private final long started;

    /** A lease on this attempt of a run, taken at this time. */
    protected Lease(int step, int number, long started) {
        this.step = step;
        this.number = number;
        this.started = started;
    }

    @Override
    public final int step() {
        return step;
    }

    /** Which attempt it is, from 1. */
    public final int number() {
        return number;
    }

    /** When it was taken, in microseconds. */
    public final long started() {
        return started;
    }

    /** Why it was told to stop; null if it was not. */
    public abstract @Nullable StopReason stopped();

    /** The end that the attempt came to by itself. */
    protected abstract RunStatus end();

    /** Why it came to that end. */
    protected abstract EndReason why();

    /** The output, in the form it is kept in. */
    protected abstract @Nullable Object output();

    /** The error of a failed attempt. */
    protected abstract @Nullable Failure failure();

    /** The error of an attempt that was told to stop because it ran for too long; null for any other. */
    protected abstract @Nullable Failure timeout();

    /** Why it was skipped, in words. */
    protected abstract @Nullable String words();

    /** The steps that are to be added to the execution. */
    protected abstract @Nullable AddedSteps added();

    /** The transaction that the body wrote to, which the caller then owns; null for none. */
    protected abstract Store.@Nullable Transaction takeTransaction();

    /** Rolls back the body's writes; on another thread, since that may wait for a database. */
    protected abstract void rollBack();

    /** Cancels its timers. */
    protected abstract void cancelTimers();

    /** Whether its body runs outside this process, and goes on when this node stops. */
    public abstract boolean isHandedOut();

    /** Whether it was recorded that it runs, as it is at once when a body that waits begins. */
    public abstract boolean isNoted();

    /** Whether its body waits for a person, who may answer now. */
    public abstract boolean awaitsApproval();

    /**
     * When its body, which only waits, has done waiting, or its time limit is reached, in microseconds;
     * {@link Waiting#FOR_A_PERSON} when no time ends it, {@link Waiting#NOT_ONLY} when the body does not only wait.
     */
    public abstract long waitsUntil();

    /** The execution that its body waits for, and for nothing else: its end wakes this one. Null for none. */
    public abstract @Nullable UUID awaited();
}

package dev.baton.internal.execution;

import dev.baton.RunStatus;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.spi.Store;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one attempt of a run, as its execution sees it, and the message that the attempt is over. Only the
 * lease that is in the run's state can end the run, so a late one is refused by being another object.
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

    /** Why it was told to stop; null when it was not. */
    public abstract @Nullable StopReason stopped();

    // ---- what came of it, once it is over

    /** The end it came to by itself. */
    protected abstract RunStatus end();

    /** Why it came to that end. */
    protected abstract EndReason why();

    /** The output, in the form it is kept in. */
    protected abstract @Nullable Object output();

    /** What it failed with. */
    protected abstract @Nullable Failure failure();

    /** Why it was skipped, in words. */
    protected abstract @Nullable String words();

    /** The steps that are to be added to the execution. */
    protected abstract @Nullable AddedSteps added();

    /** The transaction that its body wrote to, which is the caller's from now on; null for none. */
    protected abstract Store.@Nullable Transaction takeTransaction();

    /** Takes back what its body wrote; on another thread, since that may wait for a database. */
    protected abstract void rollBack();

    /** Calls its timers off. */
    protected abstract void cancelTimers();

    /** Whether its body waits for a person, who may answer now. */
    public abstract boolean awaitsApproval();

    /**
     * When its body, which only waits, has done waiting, or its time limit is reached, in microseconds;
     * {@link Waiting#FOR_A_PERSON} when no time ends it, {@link Waiting#NOT_ONLY} when the body does not only wait.
     */
    public abstract long waitsUntil();
}

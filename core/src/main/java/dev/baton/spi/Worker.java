package dev.baton.spi;

import dev.baton.RunContext;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Executes runs. It takes them from a {@link Source} when it is woken, and reports through the {@link Claim}. */
public interface Worker extends AutoCloseable {

    /** There are ready runs. Called often, from any thread, and must return at once. */
    void wake();

    /** How many bodies it runs at a time at most. */
    default int capacity() {
        return Integer.MAX_VALUE;
    }

    /** Calls code of the user's that is no body: a listener, a callback. It may block, and must not hold bodies up. */
    void execute(Runnable task);

    /** Waits a moment for more to come, where there is something to be gained by that. */
    default void linger() {}

    /**
     * Waits until no body runs.
     *
     * @return whether none does
     */
    boolean awaitIdle(Duration atMost) throws InterruptedException;

    /** Gives its threads back. Bodies that still run are left to themselves. */
    @Override
    void close();

    /** Makes a worker for an engine. */
    @FunctionalInterface
    interface Factory {

        /** Makes a worker that takes its runs from this source and its time from that. */
        Worker create(Source source, Time time);
    }

    /** Where ready runs come from: the highest priority first, then the oldest. */
    interface Source {

        /** Takes the next ready run, which from then on is the caller's to execute; null when there is none. */
        @Nullable Claim claim();

        /** Whether there probably is another one. */
        boolean hasReady();
    }

    /** A run that a worker has taken, with the lease to execute it once. */
    interface Claim {

        /** What the body will see. */
        RunContext context();

        /** Calls the body on this thread, interceptors around it, and reports what came of it. Throws nothing. */
        void run();

        /**
         * Reports a success without calling the body.
         *
         * @param output the output, if any
         */
        void succeed(Optional<Object> output);

        /** Reports a failure without calling the body. */
        void fail(Throwable error);

        /** Reports a skip without calling the body. */
        void skipRun(String reason);

        /** Calls this when the run is to stop, from whichever thread says so; at once when that was said already. */
        void onStop(Runnable action);
    }
}

package dev.baton.engine;

import dev.baton.policy.Overlap;
import dev.baton.spi.Store;

/**
 * Places where only so many may be at a time, or pass in a time: runs of a job, executions of a workflow, runs in a
 * queue. Safe from any thread.
 */
interface Gates {

    /** What became of somebody who asked to be let in. */
    enum Entry {
        ADMITTED,
        /** It hears of it when it is let in, or refused. */
        WAITS,
        REFUSED
    }

    /** Somebody who asks: a run, or an execution where the step is {@link #WHOLE}. */
    record Ticket(LiveExecution execution, int step) {

        static final int WHOLE = -1;

        static Ticket of(LiveExecution execution) {
            return new Ticket(execution, WHOLE);
        }
    }

    /** Whom those who wait hear from. Called without a lock. */
    interface Host {

        void admitted(Store.Gate gate, Ticket ticket);

        void refused(Store.Gate gate, Ticket ticket);

        /** It is to end, because a newer one takes its place. */
        void replaced(Store.Gate gate, Ticket ticket);
    }

    /**
     * Asks to be let in.
     *
     * @param rank the lowest goes first
     * @param otherwise what to do when there is no room
     */
    Entry enter(Store.Gate gate, Ticket ticket, long rank, Overlap.Mode otherwise);

    /**
     * Comes back after a restart: nobody is refused or replaced for that.
     *
     * @param wasIn whether it was in before, and so is in even when that makes one too many
     * @return whether it is in; otherwise it waits
     */
    boolean reenter(Store.Gate gate, Ticket ticket, long rank, boolean wasIn);

    /** Leaves, whether it was in or waited. Called within the turn of its execution. */
    void leave(Store.Gate gate, Ticket ticket);
}

package dev.baton.spi;

import dev.baton.Completion;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Executes runs. It takes them from a {@link Source} when it is woken, and reports through the {@link Claim}. */
public interface Worker extends AutoCloseable {

    /** There are ready runs. Called often, from any thread, and must return at once. */
    void wake();

    /**
     * Whether it takes only runs that fit, with {@link Source#claim(Predicate)}: because it hands them on to others, who
     * can do this or that.
     */
    default boolean isSelective() {
        return false;
    }

    /**
     * What a {@linkplain #isSelective selective} worker would take at the moment and did not find. Other nodes are told, and
     * lend it what they have of that.
     */
    default List<Wish> wishes() {
        return List.of();
    }

    /** Whether what asks for this may be lent to another node: nobody who waits here would take it. */
    default boolean spares(RunPolicy.Demand demand) {
        return true;
    }

    /**
     * Runs that would be taken.
     *
     * @param queues from these queues; empty for all
     * @param labels that ask for no more than these
     * @param count how many
     */
    record Wish(Set<String> queues, Set<String> labels, int count) {}

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

        /** The same for a {@linkplain Worker#isSelective selective} worker: the next that asks for what fits. */
        @Nullable Claim claim(Predicate<RunPolicy.Demand> fits);

        /** Whether there probably is another one. */
        boolean hasReady();

        /**
         * The runs of this node that are ready and that nobody has taken, by queue; a queue in which none waits is
         * absent. Looks at each of them: for now and then.
         */
        List<Waiting> waiting();

        /**
         * A selective worker has offered what is ready to all who wait: what is left may go to other nodes, and they may be
         * told what is {@linkplain Worker#wishes wished for}. Returns at once.
         */
        default void offered() {}
    }

    /**
     * What waits in a queue.
     *
     * @param queue its name
     * @param runs how many ready runs nobody has taken
     * @param sinceMicros since when the first of them is ready, in microseconds since 1970
     */
    record Waiting(String queue, int runs, long sinceMicros) {}

    /** A run that a worker has taken, with the lease to execute it once: by {@link #run()}, or in its own way. */
    interface Claim extends Completion {

        /** What the body will see. */
        RunContext context();

        /** The job, with its body. */
        Job job();

        /** Calls the body on this thread, interceptors around it, and reports what came of it. Throws nothing. */
        void run();

        /** Says that it was not started after all: it is ready again. */
        void handBack();

        /**
         * Reports that the worker that executed it is gone: it is tried again, unless that has happened too often.
         *
         * @param words which worker it was and how that was noticed, for people; kept with the attempt
         */
        void lose(String words);

        /** Whether it is a run of another node's, which waits for what comes of it. */
        default boolean isBorrowed() {
            return false;
        }
    }
}

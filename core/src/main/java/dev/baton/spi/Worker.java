package dev.baton.spi;

import dev.baton.Completion;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Executes runs. A worker claims runs from a {@link Source} when it is woken, and reports through the {@link Claim}.
 *
 * <pre>{@code
 * Baton baton = Baton.builder().worker(own).build(); // bodies run where your worker runs them
 * }</pre>
 */
public interface Worker extends AutoCloseable {

    /** Tells the worker that there are ready runs. Called often, from any thread; must return at once. */
    void wake();

    /**
     * Whether the worker claims only runs that fit, with {@link Source#claim(Predicate)}, because it hands them on to
     * other workers with different queues and labels.
     */
    default boolean isSelective() {
        return false;
    }

    /**
     * Reads the definitions that executions bring along; null if this worker runs only what is registered. Only for a
     * {@linkplain #isSelective selective} worker: its node claims such executions whatever their queues and labels.
     */
    default @Nullable DefinitionReader definitions() {
        return null;
    }

    /**
     * The demands that a {@linkplain #isSelective selective} worker could serve at the moment but found no runs for.
     * Other nodes learn of them and lend matching runs.
     */
    default List<FreePlaces> freePlaces() {
        return List.of();
    }

    /** Whether a run with this demand may be lent to another node, because no worker that waits here would take it. */
    default boolean spares(RunPolicy.Demand demand) {
        return true;
    }

    /**
     * A request for runs.
     *
     * @param queues the queues to take runs from; empty for all
     * @param labels the labels that are available
     * @param count the number of runs
     */
    record FreePlaces(Set<String> queues, Set<String> labels, int count) {}

    /** The most bodies that the worker runs at a time. */
    default int capacity() {
        return Integer.MAX_VALUE;
    }

    /** Calls user code other than bodies: a listener, a callback. The code may block, and must not delay bodies. */
    void execute(Runnable task);

    /** Waits a moment for more runs, if the worker is faster with several at once. */
    default void linger() {}

    /**
     * Waits until no body runs.
     *
     * @return whether no body runs
     */
    boolean awaitIdle(Duration atMost) throws InterruptedException;

    /**
     * The attempt of a run that outlived the node it began on, if this worker knows of one, whether it still runs or
     * has ended since. The engine asks within a turn, when the run is admitted, so the worker must answer from memory,
     * without blocking.
     */
    default @Nullable Survivor survivor(RunId run) {
        return null;
    }

    /**
     * Adopts an attempt that outlived its node. The attempt reports through the claim like any other. Called on a
     * thread that may block.
     */
    default void adopt(Claim claim, Survivor survivor) {
        claim.lose("its node died, and no worker took it up again");
    }

    /**
     * An attempt that outlived the node it began on.
     *
     * @param attempt the number of the attempt, from 1
     * @param started when it began, in microseconds since 1970
     * @param holder the worker's own name for the holder of the attempt; the engine passes it back unread
     */
    record Survivor(int attempt, long started, String holder) {}

    /** Releases the threads. Bodies that still run are abandoned. */
    @Override
    void close();

    /** Creates the worker of an engine. */
    @FunctionalInterface
    interface Factory {

        /** Creates a worker that claims runs from a source and uses this time. */
        Worker create(Source source, Time time);
    }

    /** The source of ready runs: the highest priority first, then the oldest. */
    interface Source {

        /** Claims the next ready run, which the caller must then execute; null if there is none. */
        @Nullable Claim claim();

        /**
         * Claims the next ready run with a demand that fits, for a {@linkplain Worker#isSelective selective} worker.
         */
        @Nullable Claim claim(Predicate<RunPolicy.Demand> fits);

        /** Whether there is probably another ready run. */
        boolean hasReady();

        /**
         * The unclaimed ready runs of this node, by queue; a queue without any is absent. Reads each of them, so call
         * it sparingly.
         */
        List<Waiting> waiting();

        /**
         * Tells the engine that a selective worker has offered the ready runs to every worker that waits. The engine
         * may lend the rest to other nodes and announce the {@linkplain Worker#freePlaces free places}. Returns at once.
         */
        default void offered() {}
    }

    /**
     * The runs that wait in a queue.
     *
     * @param queue the queue's name
     * @param runs the number of unclaimed ready runs
     * @param sinceMicros when the first of them became ready, in microseconds since 1970
     */
    record Waiting(String queue, int runs, long sinceMicros) {}

    /** A claimed run, with the lease to execute it once: with {@link #run()}, or in the worker's own way. */
    interface Claim extends Completion {

        /** The context that the body will see. */
        RunContext context();

        /** The job, with its body. */
        Job job();

        /** Calls the body on this thread, inside its interceptors, and reports the result. Throws nothing. */
        void run();

        /**
         * Reports that the run was not started, or that its worker stopped it because the worker itself ends. The run
         * becomes ready again, and the attempt is not used up.
         */
        void handBack();

        /**
         * Whether the attempt may have been started before, under an owner that died before it recorded the start: a
         * process of it may still be alive somewhere.
         */
        default boolean mayHaveStarted() {
            return false;
        }

        /**
         * Reports that the worker that executed the run is lost. The run is attempted again, unless its attempts were
         * lost too often.
         *
         * @param words which worker was lost and how that was noticed, for people; kept with the attempt
         */
        void lose(String words);

        /**
         * Records that the run continues outside this process even if this node stops or dies: the next owner of its
         * execution adopts it with {@link Worker#adopt}.
         *
         * @param holder the holder of the attempt, in a form that the worker and people understand; kept with the run
         * @return completes when this is recorded and the run may start; completes exceptionally if the run must not
         *     start because another node owns the execution by now
         */
        default CompletionStage<?> handOut(String holder) {
            return CompletableFuture.completedFuture(null);
        }

        /** Keeps a description of the worker that executes the run; recorded with the run's next change. */
        default void keepHolder(String holder) {}

        /**
         * Completes when everything reported so far is recorded; completes exceptionally if another node owns the
         * execution by now.
         */
        default CompletionStage<?> recorded() {
            return CompletableFuture.completedFuture(null);
        }

        /** Whether another node owns the execution by now and decides about the run. */
        default boolean isTaken() {
            return false;
        }

        /** Whether the run belongs to another node, which waits for its result. */
        default boolean isBorrowed() {
            return false;
        }
    }
}

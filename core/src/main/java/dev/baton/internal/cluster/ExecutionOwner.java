package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.limit.Gates;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where executions live: in the memory of one process, or in a store, each owned by one of the nodes on it. Safe from any
 * thread.
 */
public interface ExecutionOwner {

    /** Where executions are found. */
    Archive archive();

    /** Waits for runs and executions outside. */
    Externals externals();

    /** Where limits are kept. */
    Gates gates();

    // ---- executions

    /** Creates executions, all or none of them, and returns when it is certain that they will run. */
    List<LiveExecution> create(List<Start> starts);

    /**
     * Creates an execution for a fire, unless another node has.
     *
     * @param lookBack looks for fires that were not recorded; called when this one may be
     */
    void fire(Start start, Runnable lookBack);

    /** Does something to an execution, wherever it is advanced. */
    Cancellation command(UUID execution, Command command);

    /** The execution that has an idempotency key, perhaps without its runs; null when none has. */
    @Nullable LiveExecution withKey(String key);

    /** All that have not ended, wherever they are advanced. */
    Collection<LiveExecution> activeAnywhere();

    /** Forgets what retention does not keep any longer. */
    void prune();

    // ---- definitions

    /** Keeps in mind that something is paused, or no longer, on all nodes. */
    void keepPaused(String name, boolean paused);

    /** Fires of a schedule up to here have been dealt with, also by others and in former lives. */
    Instant dealtWith(String name);

    /** Fires of a schedule up to here have been dealt with. */
    void dealtWith(String name, Instant until);

    // ---- life cycle

    /**
     * Owns executions from now on.
     *
     * @param paused told, now and then, what is paused on all nodes
     */
    void start(Consumer<Set<String>> paused);

    /** Takes what there is to take. */
    void takeIn();

    /** There may be something to take: something new is registered. */
    void wake();

    /** Takes no more; what it has stays until {@link #handOver}. */
    void rest();

    /** Waits, at rest, until every run that another node runs for this one is back, or this time has passed. */
    boolean awaitLoans(Duration atMost) throws InterruptedException;

    /** Records what there is to record, and leaves everything to others. */
    void handOver();

    /** Gives everything back. */
    void close();
}

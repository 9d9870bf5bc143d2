package dev.baton.internal.cluster;

import dev.baton.Execution.Cancellation;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Start;
import dev.baton.internal.journal.Archive;
import dev.baton.internal.limit.Gates;
import dev.baton.spi.MissingParentException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner of executions: one process that keeps them in memory, or a node that shares a store with others. Safe from
 * any thread.
 */
public interface ExecutionOwner {

    /** The archive in which executions are found. */
    Archive archive();

    /** The watcher of runs and executions outside an execution. */
    Externals externals();

    /** Where limits are kept. */
    Gates gates();

    // ---- executions

    /**
     * Creates executions, all or none of them, and returns when it is certain that they will run.
     *
     * @throws MissingParentException when one of them runs after an execution that does not exist; none was created
     */
    List<Created> create(List<Start> starts);

    /**
     * Creates an execution for a fire, unless another node has.
     *
     * @param lookBack looks for fires that were not recorded; called if this one may be among them
     */
    void fire(Start start, Runnable lookBack);

    /** Applies a command to an execution, on whichever node owns it. */
    Cancellation command(UUID execution, Command command);

    /** The execution that has an idempotency key, perhaps without its runs; null when none has. */
    @Nullable LiveExecution withKey(String key);

    /** All executions that have not ended, on all nodes. */
    Collection<LiveExecution> activeAnywhere();

    /** Removes executions that retention does not keep. */
    void prune();

    // ---- definitions

    /** Records on all nodes that a definition is paused or resumed. */
    void keepPaused(String name, boolean paused);

    /** The time up to which fires of a schedule have been handled, by any node and before any restart. */
    Instant dealtWith(String name);

    /**
     * Records the time up to which fires of a schedule have been handled, unless an earlier fire is not recorded yet.
     *
     * @param after the time up to which they must have been handled before
     */
    void dealtWith(String name, Instant after, Instant until);

    // ---- life cycle

    /**
     * Starts to own executions.
     *
     * @param paused receives from time to time the names of everything that is paused
     */
    void start(Consumer<Set<String>> paused);

    /** Claims executions without an owner. */
    void takeIn();

    /** Claims again, because a new definition is registered. */
    void wake();

    /** Stops claiming; keeps its executions until {@link #handOver}. */
    void rest();

    /** Waits, while stopped, until every lent run has come back, or this time has passed. */
    boolean awaitLoans(Duration atMost) throws InterruptedException;

    /** Records all pending changes, and releases all executions to other nodes. */
    void handOver();

    /** Releases all resources. */
    void close();
}

package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.ReturnedPermit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes many rows at once, in the way that suits the database best. */
interface Writer {

    /**
     * Checks that this node is alive, and keeps it from being declared dead until the transaction ends.
     *
     * @return the number of the transaction, where transactions have one
     * @throws FencedException when the node has been declared dead
     */
    long fence(Connection connection, UUID node) throws SQLException;

    /**
     * Ends a transaction that does not begin with a {@link #fence} if this process stands still in it for longer than
     * its lease: the locks of a frozen process would hold up all others.
     */
    default void limit(Connection connection) throws SQLException {}

    /** Stores graphs, and records that they are in use. */
    void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException;

    /** Claims idempotency keys for executions, in this order; a key that is taken is left alone. */
    void keys(Connection connection, Map<String, UUID> keys) throws SQLException;

    /**
     * Inserts executions as active ones, except those that exist already, active or ended.
     *
     * @param tried the executions that have runs
     */
    void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried) throws SQLException;

    /**
     * Records which executions run after which others.
     *
     * @return how many of these were recorded: all but those whose parent does not exist
     */
    int await(Connection connection, List<Awaited> awaited) throws SQLException;

    /** Moves the run in an execution's row to its own row, where an execution of this node has gained more steps. */
    void split(Connection connection, UUID node, List<UUID> executions) throws SQLException;

    /** Inserts or replaces rows of runs; no run occurs twice. */
    void runs(Connection connection, Collection<RunRecord> runs) throws SQLException;

    /** Writes the only runs of executions that this node owns into the rows of those executions. */
    void inline(Connection connection, UUID node, Collection<RunRecord> runs) throws SQLException;

    /**
     * Changes executions that this node owns and that stay active; none occurs twice. They keep their owner, whatever
     * their records say of it.
     */
    void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException;

    /** Moves executions that this node owns to the table of ended executions. */
    void end(Connection connection, UUID node, Collection<Ending> endings) throws SQLException;

    /** Returns permits to their gates. */
    void leave(Connection connection, UUID node, List<ReturnedPermit> left) throws SQLException;

    /** Notifies the other nodes that there are executions to claim. */
    void tell(Connection connection, UUID node) throws SQLException;

    /**
     * The end of an execution.
     *
     * @param execution its final state
     * @param run its only run; null if it has several, or its run has not changed
     */
    record Ending(ExecutionRecord execution, @Nullable RunRecord run) {}

    /** An execution that another one, its child, runs after. */
    record Awaited(UUID parent, UUID child) {}
}

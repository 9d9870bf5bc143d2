package dev.baton.jdbc;

import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.FencedException;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.Left;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes many rows at once, in the way its database likes best. */
interface Writer {

    /**
     * Makes sure that this node is alive, and stays so until the end of the transaction.
     *
     * @return the number of the transaction, where transactions have one
     * @throws FencedException when it is dead
     */
    long fence(Connection connection, UUID node) throws SQLException;

    /** Keeps graphs, and notes that they are in use. */
    void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException;

    /** Gives keys to executions, those that have none yet, in this order. */
    void keys(Connection connection, Map<String, UUID> keys) throws SQLException;

    /**
     * Inserts executions as active ones, but for those that are there already, active or ended.
     *
     * @param tried the executions that have runs
     */
    void insert(Connection connection, UUID node, List<Creation> creations, Set<UUID> tried) throws SQLException;

    /** Gives the run of an execution's own row a row of its own, where this node's execution has more steps now. */
    void split(Connection connection, UUID node, List<UUID> executions) throws SQLException;

    /** Writes rows of runs over what was known of them; none is there twice. */
    void runs(Connection connection, Collection<RunRecord> runs) throws SQLException;

    /** Writes the only runs of executions whose home this is into the rows of those. */
    void inline(Connection connection, UUID node, Collection<RunRecord> runs) throws SQLException;

    /** Changes executions whose home this is and that go on; none is there twice. */
    void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException;

    /** Moves executions whose home this is to the table of ended ones. */
    void end(Connection connection, UUID node, Collection<Ending> endings) throws SQLException;

    /** Lets somebody leave gates. */
    void leave(Connection connection, UUID node, List<Left> left) throws SQLException;

    /** Tells the other nodes that there is something to claim. */
    void tell(Connection connection, UUID node) throws SQLException;

    /**
     * The end of an execution.
     *
     * @param execution its last state
     * @param run its only run; null when it has several, or nothing is new about it
     */
    record Ending(ExecutionRecord execution, @Nullable RunRecord run) {}
}

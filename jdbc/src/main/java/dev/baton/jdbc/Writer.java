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

/** Writes many rows at once, in the way its database likes best. */
interface Writer {

    /**
     * Makes sure that this node is alive, and stays so until the end of the transaction.
     *
     * @return the number of the transaction, where transactions have one
     * @throws FencedException when it is dead
     */
    long fence(Connection connection, UUID node) throws SQLException;

    /** Keeps graphs that are not kept yet. */
    void plans(Connection connection, Map<UUID, byte[]> plans) throws SQLException;

    /**
     * Inserts executions.
     *
     * @return those that were not, because there is one with the same id or key
     */
    Set<UUID> insert(Connection connection, UUID node, List<Creation> creations) throws SQLException;

    /** Writes runs over what was known of them; none is there twice. */
    void runs(Connection connection, Collection<RunRecord> runs) throws SQLException;

    /** Changes executions whose home this is; none is there twice. */
    void change(Connection connection, UUID node, Collection<ExecutionRecord> changed) throws SQLException;

    /** Lets somebody leave gates. */
    void leave(Connection connection, UUID node, List<Left> left) throws SQLException;

    /** Tells the other nodes that there is something to claim. */
    void tell(Connection connection, UUID node) throws SQLException;
}

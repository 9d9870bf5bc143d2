package dev.baton.server.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The access of all tables of the server to their databases. A database that cannot be reached or cannot write at the
 * moment is a {@link StoreUnavailableException}, and whatever else is wrong with a statement is an {@link
 * IllegalStateException}: nobody waits for a bug to pass. Safe from any thread.
 */
public final class Transactions {

    private Transactions() {}

    /** An action on a connection, which it leaves open. */
    @FunctionalInterface
    public interface Work<T> {

        /** Does it. */
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs an action without a transaction: each statement for itself.
     *
     * @param doing the action in words, for the message of a failure
     */
    public static <T> T plain(DataSource source, String doing, Work<T> work) {
        try (Connection connection = source.getConnection()) {
            return work.on(connection);
        } catch (SQLException failure) {
            throw Failures.of(doing, failure);
        }
    }

    /**
     * Runs an action in a transaction, which is rolled back if the action throws.
     *
     * @param doing the action in words, for the message of a failure
     */
    public static <T> T run(DataSource source, String doing, Work<T> work) {
        return plain(source, doing, connection -> {
            // Off only until the connection returns to the pool, which turns it on again: SQLite's driver begins the
            // next transaction with the commit of the last, and an idle writer would keep the lock of the file.
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failure) {
                rollBack(source, connection, failure);
                throw failure;
            }
        });
    }

    /**
     * On a full disk, SQLite rolls back by itself. A second rollback fails then, which must not hide the cause, and the
     * driver's connection is unusable afterwards, so it is discarded.
     */
    private static void rollBack(DataSource source, Connection connection, Exception failure) {
        try {
            connection.rollback();
        } catch (SQLException second) {
            failure.addSuppressed(second);
            if (source instanceof HikariDataSource pool) {
                pool.evictConnection(connection);
            }
        }
    }
}

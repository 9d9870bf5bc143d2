package dev.baton.server.store;

import dev.baton.jdbc.Migrations;
import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The tables of one component of the server, in SQLite or PostgreSQL. Safe from any thread. */
public final class ComponentTables {

    private final DataSource source;

    /** An action in a transaction, with a result. */
    @FunctionalInterface
    public interface Work<T> {

        /** Uses the connection, and leaves it open. */
        T on(Connection connection) throws SQLException;
    }

    /**
     * Creates or updates the tables.
     *
     * @param name the name of the component, for the message of a failure
     * @throws StoreUnavailableException if the database cannot be reached or refuses a statement
     */
    public ComponentTables(DataSource source, Migrations migrations, String name) {
        this.source = source;
        try (Connection connection = source.getConnection()) {
            migrations.apply(connection);
        } catch (SQLException failure) {
            throw new StoreUnavailableException(
                    "could not create the tables of " + name + ": " + failure.getMessage(), failure);
        }
    }

    /**
     * Runs an action in a transaction, which is rolled back if the action throws.
     *
     * @param doing the action in words, for the message of a failure
     * @throws StoreUnavailableException if the database cannot be reached or refuses a statement
     */
    public <T> T transact(String doing, Work<T> work) {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException failure) {
            throw new StoreUnavailableException("could not " + doing + ": " + failure.getMessage(), failure);
        }
    }
}

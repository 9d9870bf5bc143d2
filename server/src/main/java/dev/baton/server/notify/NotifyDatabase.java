package dev.baton.server.notify;

import dev.baton.jdbc.Migrations;
import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The tables of notifications, in SQLite or PostgreSQL. Safe from any thread. */
final class NotifyDatabase {

    private static final Migrations TABLES = Migrations.of("notifications", NotifyDatabase.class, 1);

    private final DataSource source;

    /** Something to do in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    NotifyDatabase(DataSource source) {
        this.source = source;
        try (Connection connection = source.getConnection()) {
            TABLES.apply(connection);
        } catch (SQLException failure) {
            throw new StoreUnavailableException(
                    "could not create the tables of notifications: " + failure.getMessage(), failure);
        }
    }

    /** All or nothing. */
    <T> T transact(String doing, Work<T> work) {
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

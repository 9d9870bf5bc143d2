package dev.baton.server.notify;

import dev.baton.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** The tables of notifications, in SQLite or PostgreSQL. Safe from any thread. */
final class NotifyDatabase {

    /** For both alike. Times are microseconds since 1970, ids are UUIDs as text. */
    private static final List<String> TABLES = List.of("""
            CREATE TABLE IF NOT EXISTS baton_notification (
                id           text    NOT NULL PRIMARY KEY,
                channel      text    NOT NULL,
                event        text    NOT NULL,
                name         text    NOT NULL,
                payload      text    NOT NULL,
                state        text    NOT NULL,
                attempts     integer NOT NULL,
                next_attempt bigint  NOT NULL,
                created      bigint  NOT NULL,
                error        text    NOT NULL
            )""", """
            CREATE INDEX IF NOT EXISTS baton_notification_due
            ON baton_notification (next_attempt)
            WHERE state = 'waiting'""", """
            CREATE INDEX IF NOT EXISTS baton_notification_created
            ON baton_notification (created)""", """
            CREATE TABLE IF NOT EXISTS baton_notification_failing (
                type  text   NOT NULL,
                name  text   NOT NULL,
                since bigint NOT NULL,
                PRIMARY KEY (type, name)
            )""");

    /** Keeps two nodes from making the same table at the same time. */
    private static final String POSTGRES_LOCK = """
            SELECT pg_advisory_xact_lock(hashtext('baton notification'), hashtext(current_schema()))""";

    private final DataSource source;

    /** Something to do in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    NotifyDatabase(DataSource source) {
        this.source = source;
        transact("make the tables of notifications", NotifyDatabase::makeTables);
    }

    private static int makeTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                statement.execute(POSTGRES_LOCK);
            }
            for (String table : TABLES) {
                statement.execute(table);
            }
        }
        return TABLES.size();
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

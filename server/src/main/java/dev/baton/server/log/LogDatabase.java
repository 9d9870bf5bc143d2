package dev.baton.server.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.spi.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Where logs are kept. Safe from any thread. */
final class LogDatabase implements AutoCloseable {

    private static final int SQLITE_CONNECTIONS = 6;

    private static final List<String> SQLITE = List.of("""
            CREATE TABLE IF NOT EXISTS baton_log_run (
                run     TEXT    NOT NULL PRIMARY KEY,
                bytes   INTEGER NOT NULL,
                lines   INTEGER NOT NULL,
                dropped INTEGER NOT NULL DEFAULT 0,
                closed  INTEGER NOT NULL,
                updated INTEGER NOT NULL
            ) WITHOUT ROWID""", """
            CREATE TABLE IF NOT EXISTS baton_log (
                run     TEXT    NOT NULL,
                start   INTEGER NOT NULL,
                number  INTEGER NOT NULL,
                attempt INTEGER NOT NULL,
                size    INTEGER NOT NULL,
                packed  INTEGER NOT NULL,
                body    BLOB    NOT NULL,
                PRIMARY KEY (run, start)
            )""");

    // The lock keeps two nodes from making the same table at the same time. The bodies are compressed already.
    private static final List<String> POSTGRES = List.of("""
            SELECT pg_advisory_xact_lock(hashtext('baton log'), hashtext(current_schema()))""", """
            CREATE TABLE IF NOT EXISTS baton_log_run (
                run     text    NOT NULL PRIMARY KEY,
                bytes   bigint  NOT NULL,
                lines   bigint  NOT NULL,
                dropped bigint  NOT NULL DEFAULT 0,
                closed  boolean NOT NULL,
                updated bigint  NOT NULL
            ) WITH (fillfactor = 70)""", """
            CREATE TABLE IF NOT EXISTS baton_log (
                run     text    NOT NULL,
                start   bigint  NOT NULL,
                number  bigint  NOT NULL,
                attempt integer NOT NULL,
                size    integer NOT NULL,
                packed  boolean NOT NULL,
                body    bytea   NOT NULL,
                PRIMARY KEY (run, start)
            )""", """
            ALTER TABLE baton_log ALTER COLUMN body SET STORAGE EXTERNAL""");

    private final DataSource source;
    private final Runnable onClose;

    private LogDatabase(DataSource source, Runnable onClose, List<String> tables) {
        this.source = source;
        this.onClose = onClose;
        write("make the tables of logs", connection -> {
            for (String sql : tables) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
            return tables.size();
        });
    }

    /** A use of a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    static LogDatabase postgres(DataSource source) {
        return new LogDatabase(source, () -> {}, POSTGRES);
    }

    static LogDatabase sqlite(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // A line of a log that the power went off under may be lost; the file stays sound.
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(10_000);
        SQLiteDataSource plain = new SQLiteDataSource(config);
        plain.setUrl("jdbc:sqlite:" + file);
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("baton-logs");
        pool.setDataSource(plain);
        pool.setMaximumPoolSize(SQLITE_CONNECTIONS);
        pool.setMinimumIdle(1);
        HikariDataSource pooled = new HikariDataSource(pool);
        try {
            return new LogDatabase(pooled, pooled::close, SQLITE);
        } catch (RuntimeException failure) {
            pooled.close();
            throw failure;
        }
    }

    /** Reads something. */
    <T> T read(String doing, Work<T> work) {
        try (Connection connection = source.getConnection()) {
            return work.on(connection);
        } catch (SQLException failure) {
            throw new StoreUnavailableException("could not " + doing + ": " + failure.getMessage(), failure);
        }
    }

    /** Changes something, in a transaction. */
    <T> T write(String doing, Work<T> work) {
        return read(doing, connection -> {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    @Override
    public void close() {
        onClose.run();
    }
}

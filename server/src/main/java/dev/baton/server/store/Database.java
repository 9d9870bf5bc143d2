package dev.baton.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * The server's tables, in SQLite or PostgreSQL. Opening the database migrates them. Safe from any thread; every method
 * throws {@link dev.baton.spi.StoreUnavailableException} while the database cannot be reached.
 */
public final class Database implements AutoCloseable {

    /** Earlier versions of Baton counted the versions of these tables in a table of their own. */
    private static final Migrations TABLES =
            Migrations.of("server", Database.class, 6).formerlyIn("baton_server_schema");

    private static final int CONNECTIONS = 4;
    private static final int BUSY_MILLIS = 10_000;

    /** The time limit for a connection to PostgreSQL: a database that takes longer counts as unreachable. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

    /** An action in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(Sql sql) throws SQLException;
    }

    private final DataSource reading;
    private final DataSource writing;
    private final boolean shared;
    private final Runnable onClose;

    private Database(DataSource reading, DataSource writing, boolean shared, Runnable onClose) {
        this.reading = reading;
        this.writing = writing;
        this.shared = shared;
        this.onClose = onClose;
    }

    /**
     * Opens the tables in an SQLite file, which may be the file of the runs: only this process uses it, and its writers
     * wait for one another.
     */
    public static Database sqlite(Path file) {
        HikariDataSource reading = pool("baton-sqlite-read", sqliteSource(file, TransactionMode.DEFERRED), CONNECTIONS);
        HikariDataSource writing = pool("baton-sqlite-write", sqliteSource(file, TransactionMode.IMMEDIATE), 1);
        return open(new Database(reading, writing, false, () -> {
            reading.close();
            writing.close();
        }));
    }

    /** Opens the tables on PostgreSQL 12 or later, through a small pool over this source. */
    public static Database postgres(DataSource source) {
        HikariDataSource pool = pool("baton-postgres", source, CONNECTIONS, LONGEST_WAIT);
        Breaker breaker = new Breaker(pool);
        return open(new Database(breaker, breaker, true, pool::close));
    }

    /** Opens the tables on PostgreSQL, through a source that is pooled already and stays open. */
    public static Database pooledPostgres(DataSource pool) {
        return open(new Database(pool, pool, true, () -> {}));
    }

    private static Database open(Database database) {
        try {
            database.migrate();
            return database;
        } catch (RuntimeException failure) {
            database.close();
            throw failure;
        }
    }

    private static DataSource sqliteSource(Path file, TransactionMode mode) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(mode);
        config.setBusyTimeout(BUSY_MILLIS);
        config.enforceForeignKeys(true);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    private static HikariDataSource pool(String name, DataSource source, int size) {
        return pool(name, source, size, Duration.ofMillis(BUSY_MILLIS));
    }

    private static HikariDataSource pool(String name, DataSource source, int size, Duration longestWait) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(longestWait.toMillis());
        config.setValidationTimeout(longestWait.toMillis() / 2);
        // A database that is unreachable at the start is reported like one that becomes unreachable later.
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    private void migrate() {
        Transactions.run(writing, "bring the server's tables up to date", connection -> {
            TABLES.apply(connection);
            return true;
        });
    }

    /** Whether other processes may write to the database. */
    boolean isShared() {
        return shared;
    }

    /** Reads from one snapshot of the tables. */
    <T> T read(String doing, Work<T> work) {
        return Transactions.run(reading, doing, connection -> run(work, connection));
    }

    /** Reads and writes in one transaction. */
    <T> T write(String doing, Work<T> work) {
        return Transactions.run(writing, doing, connection -> run(work, connection));
    }

    private static <T> T run(Work<T> work, Connection connection) throws SQLException {
        try (Sql sql = new Sql(connection)) {
            return work.run(sql);
        }
    }

    /** Sends a message to all servers on this database, through the {@link Bulletin}. */
    public void announce(String topic, List<String> texts) {
        write("tell other servers of " + topic, sql -> {
            for (String text : texts) {
                sql.announce(topic, text);
            }
            return texts.size();
        });
    }

    /**
     * The state of the database.
     *
     * @param schema the version of the server's tables
     * @param time the database's time; the caller's time if the database is in the same process
     */
    public record Health(int schema, Instant time) {}

    /** Queries the state of the database. */
    public Health health() {
        return Transactions.run(reading, "look how the database is", connection -> {
            int schema = TABLES.version(connection);
            if (!shared) {
                return new Health(schema, Instant.now());
            }
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery("SELECT clock_timestamp()")) {
                row.next();
                return new Health(schema, row.getObject(1, OffsetDateTime.class).toInstant());
            }
        });
    }

    /** Closes all connections. */
    @Override
    public void close() {
        onClose.run();
    }
}

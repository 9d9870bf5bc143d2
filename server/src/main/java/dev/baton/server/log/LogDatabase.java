package dev.baton.server.log;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.Migrations;
import dev.baton.server.store.Transactions;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The database of logs. Safe from any thread. */
final class LogDatabase implements AutoCloseable {

    private static final int SQLITE_CONNECTIONS = 6;

    private static final Migrations TABLES = Migrations.of("logs", LogDatabase.class, 1);

    private final DataSource source;
    private final Runnable onClose;

    private LogDatabase(DataSource source, Runnable onClose) {
        this.source = source;
        this.onClose = onClose;
        boolean unused = read("create the tables of logs", connection -> {
            TABLES.apply(connection);
            return true;
        });
    }

    static LogDatabase postgres(DataSource source) {
        return new LogDatabase(source, () -> {});
    }

    static LogDatabase sqlite(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // A power failure may lose the last lines of a log; the file stays intact.
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
            return new LogDatabase(pooled, pooled::close);
        } catch (RuntimeException failure) {
            pooled.close();
            throw failure;
        }
    }

    /** Runs a query. */
    <T> T read(String doing, Transactions.Work<T> work) {
        return Transactions.plain(source, doing, work);
    }

    /** Runs an action in a transaction. */
    <T> T write(String doing, Transactions.Work<T> work) {
        return Transactions.run(source, doing, work);
    }

    @Override
    public void close() {
        onClose.run();
    }
}

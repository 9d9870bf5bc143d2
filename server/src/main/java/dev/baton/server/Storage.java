package dev.baton.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.History;
import dev.baton.jdbc.Stores;
import dev.baton.server.config.StorageSettings;
import dev.baton.server.log.LogLimits;
import dev.baton.server.log.RunLogs;
import dev.baton.server.security.PrivateFiles;
import dev.baton.server.store.Breaker;
import dev.baton.server.store.Bulletin;
import dev.baton.server.store.Database;
import dev.baton.spi.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Everything the server keeps, on one database.
 *
 * @param store the store of the engine, which closes it
 * @param history the history of executions and runs
 * @param logs the logs of runs
 * @param tables the tables of the server
 * @param source the connections for other tables
 * @param bulletin the messages between servers on the same database
 * @param files the files of the database
 * @param onClose closes the connections under all of these
 */
record Storage(
        Store store,
        History history,
        RunLogs logs,
        Database tables,
        DataSource source,
        Bulletin bulletin,
        StorageFiles files,
        Runnable onClose)
        implements AutoCloseable {

    private static final String SQLITE = "jdbc:sqlite:";
    private static final int BUSY_MILLIS = 10_000;

    /** Opens the storage, and creates missing files and tables. */
    static Storage open(StorageSettings settings, int longestLog) {
        LogLimits limits = LogLimits.DEFAULT.keeping(longestLog);
        String url = settings.database().url();
        return url.startsWith(SQLITE)
                ? sqlite(Path.of(url.substring(SQLITE.length())), limits)
                : postgres(settings, limits);
    }

    private static Storage sqlite(Path file, LogLimits limits) {
        Path absolute = file.toAbsolutePath();
        // Logs have their own file, so that a run that prints a lot does not slow down scheduling.
        Path logFile = absolute.resolveSibling(withoutEnding(absolute) + "-logs.db");
        Path serverFile = absolute.resolveSibling(withoutEnding(absolute) + "-server.db");
        keepPrivate(absolute, lockOf(absolute), logFile, serverFile);
        return new Storage(
                Stores.sqlite(absolute),
                History.sqlite(absolute),
                RunLogs.sqlite(logFile, limits),
                Database.sqlite(serverFile),
                plain(serverFile),
                Bulletin.silent(),
                StorageFiles.of(absolute, logFile, serverFile),
                () -> {});
    }

    private static void keepPrivate(Path... files) {
        for (Path file : files) {
            try {
                PrivateFiles.keepPrivate(file);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make " + file, e);
            }
        }
    }

    /** The file with which a store locks out other processes. */
    private static Path lockOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    private static DataSource plain(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(SQLITE + file);
        return source;
    }

    private static String withoutEnding(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".db") ? name.substring(0, name.length() - 3) : name;
    }

    private static Storage postgres(StorageSettings settings, LogLimits limits) {
        PGSimpleDataSource plain = new PGSimpleDataSource();
        plain.setUrl(settings.database().url());
        if (settings.database().user() != null) {
            plain.setUser(settings.database().user());
        }
        if (settings.database().password() != null) {
            plain.setPassword(settings.database().password());
        }
        DatabaseWait.on(plain);
        HikariConfig config = new HikariConfig();
        config.setPoolName("baton");
        config.setDataSource(plain);
        config.setMaximumPoolSize(settings.poolSize());
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Database.LONGEST_WAIT.toMillis());
        config.setValidationTimeout(Database.LONGEST_WAIT.toMillis() / 2);
        HikariDataSource connections = new HikariDataSource(config);
        Breaker pool = new Breaker(connections);
        return new Storage(
                Stores.postgres(pool),
                History.postgres(pool),
                RunLogs.postgres(pool, limits),
                Database.postgres(plain),
                pool,
                Bulletin.postgres(plain),
                StorageFiles.NONE,
                connections::close);
    }

    @Override
    public void close() {
        bulletin.close();
        logs.close();
        history.close();
        tables.close();
        onClose.run();
    }
}

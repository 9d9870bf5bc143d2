package dev.baton.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/** Opens connections to a SQLite file. */
record SqliteFile(Path file) {

    /** 32 MB: room for the active executions and the ends of the indexes, which every commit touches. */
    private static final int CACHE_PAGES = 8_000;

    /** A connection whose transactions hold the file's write lock from their first statement on. */
    Connection forWriting() throws SQLException {
        return connect(TransactionMode.IMMEDIATE);
    }

    /** A connection whose transactions see the file as it was at their first statement. */
    Connection forReading() throws SQLException {
        return connect(TransactionMode.DEFERRED);
    }

    private Connection connect(TransactionMode mode) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        // A commit is on disk when it returns, and survives a power failure.
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(mode);
        // A user's transaction on the same file may take a while.
        config.setBusyTimeout(10_000);
        // Baton never uses generated keys, and the driver would query them after every insert.
        config.setGetGeneratedKeys(false);
        config.setCacheSize(CACHE_PAGES);
        return config.createConnection("jdbc:sqlite:" + file);
    }
}

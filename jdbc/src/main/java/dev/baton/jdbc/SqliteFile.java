package dev.baton.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/** Opens connections to a file. */
record SqliteFile(Path file) {

    /** 32 MB: what is active, and the ends of the indexes, which every commit touches. */
    private static final int CACHE_PAGES = 8_000;

    /** A connection whose transactions have the file's lock from their first statement on. */
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
        // What was committed is on the disk, even when the power goes off.
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(mode);
        // A user's own transaction on the same file may take a while.
        config.setBusyTimeout(10_000);
        // Nobody asks for them, and the driver would ask the database after every insert.
        config.setGetGeneratedKeys(false);
        config.setCacheSize(CACHE_PAGES);
        return config.createConnection("jdbc:sqlite:" + file);
    }
}

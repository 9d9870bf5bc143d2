package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the file for changes on its own thread and connection, and wakes the node: SQLite does not notify the node when
 * a user's transaction has started an execution.
 */
final class SqliteWatcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteWatcher.class);
    private static final int LOOK_EVERY_MILLIS = 50;
    private static final String VERSION = "PRAGMA data_version";

    private final SqliteFile file;
    private final Runnable wakeUp;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "baton-watcher");

    SqliteWatcher(SqliteFile file, Runnable wakeUp) {
        this.file = file;
        this.wakeUp = wakeUp;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (Connection connection = file.forReading();
                PreparedStatement query = connection.prepareStatement(VERSION)) {
            long seen = version(query);
            while (!closed.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                long now = version(query);
                if (now != seen) {
                    seen = now;
                    wakeUp.run();
                }
            }
        } catch (SQLException failure) {
            LOG.warn("Cannot watch {}: executions that other programs start in it are found with delay", file);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long version(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(1_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

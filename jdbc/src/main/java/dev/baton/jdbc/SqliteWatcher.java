package dev.baton.jdbc;

import java.nio.file.Path;
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
    private static final int RETRY_EVERY_MILLIS = 1_000;
    private static final String VERSION = "PRAGMA data_version";

    private final Path file;
    private final Connections.Source source;
    private final Runnable wakeUp;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "baton-watcher");
    /** Whether the file could not be read when it was last tried; used by the thread alone. */
    private boolean failed;

    SqliteWatcher(Path file, Connections.Source source, Runnable wakeUp) {
        this.file = file;
        this.source = source;
        this.wakeUp = wakeUp;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!watch()) {
                closed.await(RETRY_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Watches the file until it cannot be read; returns whether the watcher was closed instead. */
    private boolean watch() throws InterruptedException {
        try (Connection connection = source.connect();
                PreparedStatement query = connection.prepareStatement(VERSION)) {
            long seen = version(query);
            failed = false;
            // For what changed before: versions of two connections cannot be compared, and the first has nothing to be
            // compared with.
            wake();
            while (!closed.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                long now = version(query);
                if (now != seen) {
                    seen = now;
                    wake();
                }
            }
            return true;
        } catch (SQLException failure) {
            if (!failed) {
                LOG.warn(
                        "Cannot watch {} ({}). Baton tries again; until then it finds executions that other programs"
                                + " start in the file with delay",
                        file,
                        failure.getMessage());
            }
            failed = true;
            return closed.getCount() == 0;
        }
    }

    private void wake() {
        try {
            wakeUp.run();
        } catch (RuntimeException failure) {
            LOG.error("Waking up failed", failure);
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

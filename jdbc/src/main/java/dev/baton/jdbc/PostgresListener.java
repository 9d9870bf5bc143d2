package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for {@linkplain Notices notices} on its own connection and thread, and wakes the node. When the connection is
 * lost it opens another, and wakes the node in case it missed notices.
 */
final class PostgresListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresListener.class);
    private static final int LONGEST_PAUSE_MILLIS = 5_000;

    // Long enough to cost nothing, short enough to notice a lost connection or a close.
    private static final int WAIT_MILLIS = 500;
    private static final int WAITS_BETWEEN_CHECKS = 30;

    private final DataSource dataSource;
    private final Supplier<UUID> node;
    private final Runnable wakeUp;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "baton-listener");

    PostgresListener(DataSource dataSource, Supplier<UUID> node, Runnable wakeUp) {
        this.dataSource = dataSource;
        this.node = node;
        this.wakeUp = wakeUp;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        int pause = 100;
        while (closed.getCount() > 0) {
            try (Session session = Session.on(dataSource.getConnection(), new Isolation())) {
                Connection connection = session.connection();
                if (!connection.isWrapperFor(PGConnection.class)) {
                    LOG.warn(
                            "Cannot listen on connections of {}: nodes poll for work instead",
                            dataSource.getClass().getName());
                    return;
                }
                listen(connection);
                pause = 100;
                wake();
                await(connection);
            } catch (SQLException failure) {
                if (closed.getCount() > 0) {
                    LOG.debug("Lost the connection for notifications", failure);
                    pause(pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
                }
            }
        }
    }

    private static void listen(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String channel;
            try (ResultSet row = statement.executeQuery("SELECT quote_ident(" + Notices.CHANNEL + ")")) {
                row.next();
                channel = row.getString(1);
            }
            statement.execute("LISTEN " + channel);
        }
    }

    private void await(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        int silence = 0;
        while (closed.getCount() > 0) {
            PGNotification[] notices = postgres.getNotifications(WAIT_MILLIS);
            if (notices == null || notices.length == 0) {
                if (++silence % WAITS_BETWEEN_CHECKS == 0) {
                    execute(connection, "SELECT 1");
                }
            } else if (Stream.of(notices).anyMatch(this::concernsMe)) {
                wake();
            }
        }
        execute(connection, "UNLISTEN *");
    }

    private void wake() {
        try {
            wakeUp.run();
        } catch (RuntimeException failure) {
            LOG.error("Waking up failed", failure);
        }
    }

    private boolean concernsMe(PGNotification notice) {
        return Notices.concerns(notice.getParameter(), node.get());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void pause(int millis) {
        try {
            closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            // This thread is interrupted only to end it.
            closed.countDown();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }

    /** Waits briefly for the thread to end. */
    void join() {
        try {
            thread.join(2_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

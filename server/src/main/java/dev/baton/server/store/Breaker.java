package dev.baton.server.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A circuit breaker for a connection pool. While the database is unreachable, callers fail immediately, and a thread of
 * its own tries again at intervals: a caller that had to try would keep its client waiting, a worker's heartbeat for
 * instance. Without the breaker, every request would wait for a connection and use up the server's threads. Safe from any
 * thread.
 */
public final class Breaker implements DataSource {

    private static final Duration TRIES_EVERY = Duration.ofMillis(500);

    private final DataSource pool;
    private final AtomicBoolean away = new AtomicBoolean();

    /** Wraps a pool. */
    public Breaker(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (away.get()) {
            throw new SQLTransientConnectionException("the database is unreachable", "08001");
        }
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            if (isAway(e) && away.compareAndSet(false, true)) {
                Thread trying = new Thread(this::awaitBack, "baton-database-away");
                trying.setDaemon(true);
                trying.start();
            }
            throw e;
        }
    }

    /** A pool that is only busy, or closed, reports no cause. */
    private static boolean isAway(SQLException failure) {
        return failure.getCause() != null;
    }

    private void awaitBack() {
        try {
            boolean stillAway = true;
            while (stillAway) {
                Thread.sleep(TRIES_EVERY.toMillis());
                stillAway = isStillAway();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            away.set(false);
        }
    }

    private boolean isStillAway() {
        try (Connection connection = pool.getConnection()) {
            return connection.isClosed();
        } catch (SQLException e) {
            return isAway(e);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections of a pool have one user");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return pool.isWrapperFor(type);
    }
}

package dev.baton.server.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A circuit breaker for a connection pool. While the database is unreachable, callers fail immediately, except for one
 * that tries again at intervals. Without it, every request would wait for a connection and use up the server's threads.
 * Safe from any thread.
 */
public final class Breaker implements DataSource {

    private static final long TRY_AGAIN_NANOS = Duration.ofMillis(500).toNanos();

    private final DataSource pool;
    private final AtomicLong nextTry = new AtomicLong();
    private volatile boolean away;

    /** Wraps a pool. */
    public Breaker(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (away && !isMyTurn()) {
            throw new SQLTransientConnectionException("the database is unreachable", "08001");
        }
        try {
            Connection connection = pool.getConnection();
            away = false;
            return connection;
        } catch (SQLException e) {
            // A pool that is only busy reports no failure.
            if (e.getCause() != null) {
                nextTry.set(System.nanoTime() + TRY_AGAIN_NANOS);
                away = true;
            }
            throw e;
        }
    }

    private boolean isMyTurn() {
        long now = System.nanoTime();
        long planned = nextTry.get();
        return now - planned >= 0 && nextTry.compareAndSet(planned, now + TRY_AGAIN_NANOS);
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

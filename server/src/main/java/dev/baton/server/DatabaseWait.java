package dev.baton.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until PostgreSQL is up: after a reboot, a server often starts before its database. */
final class DatabaseWait {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseWait.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

    private DatabaseWait() {}

    /**
     * Returns once the database answers.
     *
     * @throws CannotStartException if waiting is pointless: the password, the user or the database's name is wrong
     */
    static void on(PGSimpleDataSource source) {
        long begun = System.nanoTime();
        long said = begun - BETWEEN_LINES;
        while (true) {
            try (Connection connection = source.getConnection()) {
                if (said >= begun) {
                    LOG.warn("the database answers: starting");
                }
                connection.getMetaData();
                return;
            } catch (SQLException e) {
                if (!passes(e)) {
                    throw new CannotStartException("the database refuses: " + e.getMessage(), e);
                }
                long now = System.nanoTime();
                if (now - said >= BETWEEN_LINES) {
                    said = now;
                    LOG.warn(
                            "waiting for the database, for {} s so far: {}",
                            TimeUnit.NANOSECONDS.toSeconds(now - begun),
                            e.getMessage());
                }
                pause(e);
            }
        }
    }

    /**
     * Waiting does not help with a wrong user or password (28), a database that does not exist (3D), or a wrong URL.
     */
    private static boolean passes(SQLException e) {
        String state = e.getSQLState();
        return state == null || !(state.startsWith("28") || state.startsWith("3D"));
    }

    private static void pause(SQLException e) {
        try {
            Thread.sleep(BETWEEN_TRIES.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CannotStartException("the database does not answer: " + e.getMessage(), e);
        }
    }
}

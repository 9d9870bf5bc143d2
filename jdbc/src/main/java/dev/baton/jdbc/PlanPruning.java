package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Removes graphs that no execution refers to and that no commit has included for a day. Finding them takes a scan of
 * all ended executions, so it runs once a day. Safe from any thread.
 */
final class PlanPruning {

    private static final long EVERY_NANOS = Duration.ofDays(1).toNanos();

    private static final String IDLE = """
            SELECT id
            FROM baton_plan
            WHERE used < %1$s
              AND id NOT IN (SELECT plan FROM baton_execution WHERE plan IS NOT NULL)
              AND id NOT IN (SELECT plan FROM baton_ended WHERE plan IS NOT NULL)""";

    private final Dialect dialect;
    private final String idle;
    private final String remove;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    PlanPruning(Dialect dialect) {
        this.dialect = dialect;
        String yesterday = switch (dialect) {
            case POSTGRES -> "clock_timestamp() - interval '1 day'";
            case SQLITE -> "CAST((julianday('now', '-1 day') - 2440587.5) * 86400000000.0 AS INTEGER)";
        };
        this.idle = IDLE.formatted(yesterday);
        this.remove = """
                DELETE FROM baton_plan
                WHERE id %s AND used < %s""".formatted(dialect.anyId, yesterday);
    }

    /** Whether a day has passed since the last time. */
    boolean isDue() {
        long due = next.get();
        long now = System.nanoTime();
        return now - due >= 0 && next.compareAndSet(due, now + EVERY_NANOS);
    }

    /** The graphs that can be removed. Only reads; another transaction may remove them. */
    List<UUID> idle(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(idle);
                ResultSet rows = query.executeQuery()) {
            return dialect.idList(rows);
        }
    }

    /** Removes graphs, except those that a commit has included since: nothing refers to a graph before that. */
    int remove(Connection connection, List<UUID> plans) throws SQLException {
        if (plans.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement(remove)) {
            delete.setObject(1, dialect.ids(connection, plans));
            return delete.executeUpdate();
        }
    }
}

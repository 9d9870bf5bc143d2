package dev.baton.server.resolve;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cancels a statement that takes too long. A driver's own query timeout does not do that everywhere: not on SQLite. */
final class Deadline implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Deadline.class);

    private final Statement statement;
    private final CompletableFuture<Void> end;
    private volatile boolean passed;

    private Deadline(Statement statement, Duration longest) {
        this.statement = statement;
        this.end = CompletableFuture.runAsync(
                this::pass, CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS));
    }

    static Deadline of(Statement statement, Duration longest) {
        return new Deadline(statement, longest);
    }

    private void pass() {
        passed = true;
        try {
            statement.cancel();
        } catch (SQLException e) {
            LOG.warn("a query that took too long could not be cancelled", e);
        }
    }

    boolean hasPassed() {
        return passed;
    }

    @Override
    public void close() {
        end.cancel(false);
    }
}

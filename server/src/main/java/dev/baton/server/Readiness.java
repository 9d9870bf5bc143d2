package dev.baton.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the server can take work. It cannot while it stops, while its database does not answer, or after its
 * files were replaced. The answer is cheap and never blocks. Safe from any thread.
 */
final class Readiness implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final long MOST_SILENCE = TimeUnit.SECONDS.toNanos(4);
    private static final int PATIENCE_SECONDS = 2;

    private final Storage storage;
    private final Periodic looking;
    private volatile long answered = System.nanoTime();
    private volatile boolean away;
    private volatile boolean stopping;
    private boolean said;

    Readiness(Storage storage) {
        this.storage = storage;
        this.looking = new Periodic("baton-readiness", LOOK_EVERY, this::look);
    }

    private void look() {
        if (stopping) {
            return;
        }
        try (Connection connection = storage.source().getConnection()) {
            away = !connection.isValid(PATIENCE_SECONDS);
            answered = away ? answered : System.nanoTime();
        } catch (SQLException e) {
            away = true;
        }
        List<String> objections = objections();
        if (!said && !objections.isEmpty()) {
            LOG.error("the server takes no work: {}", String.join("; ", objections));
        } else if (said && objections.isEmpty()) {
            LOG.warn("the server takes work again");
        }
        said = !objections.isEmpty();
    }

    /** The reason why the server takes no work; empty if it does. */
    List<String> objections() {
        List<String> objections = new ArrayList<>();
        if (stopping) {
            objections.add("it is stopping");
        }
        if (away || System.nanoTime() - answered > MOST_SILENCE) {
            objections.add("its database does not answer");
        }
        storage.files().objections().forEach(objections::add);
        return objections;
    }

    /** Marks the server as stopping. */
    void stop() {
        stopping = true;
    }

    @Override
    public void close() {
        looking.close();
    }
}

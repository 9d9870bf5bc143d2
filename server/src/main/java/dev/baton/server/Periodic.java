package dev.baton.server;

import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats an action on its own thread until it is closed. If the action throws, the next repetition tries it again. */
final class Periodic implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private final ScheduledExecutorService thread;

    @SuppressWarnings("FutureReturnValueIgnored") // the thread ends when this object is closed
    Periodic(String name, Duration every, Runnable action) {
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.scheduleWithFixedDelay(
                () -> tryIt(name, action), every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does it once; what goes wrong is said and not thrown. */
    static void tryOnce(String name, Runnable action) {
        tryIt(name, action);
    }

    private static void tryIt(String name, Runnable action) {
        try {
            action.run();
        } catch (StoreUnavailableException e) {
            // Readiness says once that the database is away.
            LOG.info("{}: waits for the database ({})", name, e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("{}: failed, and will be tried again ({})", name, e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

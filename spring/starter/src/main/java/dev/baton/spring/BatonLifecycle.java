package dev.baton.spring;

import dev.baton.Baton;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the scheduler once all beans exist and before the web server takes requests, and drains it after the web
 * server has stopped and before any bean is destroyed, the DataSource among them.
 *
 * <pre>{@code
 * public int getPhase() {
 *     return BatonLifecycle.PHASE - 1; // this bean starts before the scheduler, and stops after it
 * }
 * }</pre>
 */
public final class BatonLifecycle implements SmartLifecycle {

    /** Below the phases of the web server: started before it, stopped after it. */
    public static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Logger LOG = LoggerFactory.getLogger(BatonLifecycle.class);

    private final Baton baton;
    private final boolean start;
    private final Duration drain;
    private volatile boolean running;

    BatonLifecycle(Baton baton, boolean start, Duration drain) {
        this.baton = baton;
        this.start = start;
        this.drain = drain;
    }

    @Override
    public void start() {
        baton.start();
        running = true;
        LOG.info("Baton has started with {} jobs and workflows", baton.list().size());
    }

    @Override
    public void stop() {
        if (!running) {
            return;
        }
        try {
            baton.stop(drain);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running = false;
        }
    }

    /** On a thread of its own: Spring waits for the whole phase, for as long as it is told to. */
    @Override
    public void stop(Runnable callback) {
        Thread drainer = new Thread(
                () -> {
                    try {
                        stop();
                    } finally {
                        callback.run();
                    }
                },
                "baton-drain");
        drainer.start();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isAutoStartup() {
        return start;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}

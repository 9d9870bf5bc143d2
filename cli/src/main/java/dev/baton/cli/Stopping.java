package dev.baton.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The orderly end of a program that runs until it is told to stop. It happens once, and whoever asks for it waits until
 * it is over. Safe from any thread.
 */
final class Stopping implements Runnable {

    private final Runnable action;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    private Stopping(Runnable action) {
        this.action = action;
    }

    /**
     * Stops on SIGTERM, and whenever the JVM ends. The JVM's own answer to SIGTERM is exit code 143, which a service
     * manager takes for a failure; this program goes on to its end instead, and to exit code 0.
     */
    static Stopping onSignal(Runnable action) {
        Stopping stopping = new Stopping(action);
        Runtime.getRuntime().addShutdownHook(new Thread(stopping, "baton-shutdown"));
        Signals.on("TERM", stopping);
        return stopping;
    }

    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            try {
                action.run();
            } finally {
                over.countDown();
            }
            return;
        }
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all has stopped. */
    void await() throws InterruptedException {
        over.await();
    }
}

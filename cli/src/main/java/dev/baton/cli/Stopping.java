package dev.baton.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * The orderly end of a program that runs until it is stopped. It happens once, and every caller waits until it is
 * over. Safe from any thread.
 */
final class Stopping {

    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    private volatile @Nullable Runnable action;

    private Stopping() {}

    /**
     * Stops on SIGTERM, and whenever the JVM ends. The JVM's own answer to SIGTERM is exit code 143, which a service
     * manager takes for a failure; this program goes on to its end instead, and to exit code 0. To be called before the
     * program starts anything: a service manager may stop it in the middle of its start.
     */
    static Stopping onSignal() {
        Stopping stopping = new Stopping();
        Runtime.getRuntime().addShutdownHook(new Thread(stopping::run, "baton-shutdown"));
        Signals.on("TERM", stopping::terminate);
        return stopping;
    }

    /** Sets the parts to stop, once they have started. */
    void by(Runnable action) {
        this.action = action;
    }

    /** Waits until all has stopped. */
    void await() throws InterruptedException {
        over.await();
    }

    private void terminate() {
        if (action == null) {
            System.exit(ExitCode.OK);
        }
        run();
    }

    private void run() {
        Runnable started = action;
        if (started == null) {
            return;
        }
        if (begun.compareAndSet(false, true)) {
            try {
                started.run();
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
}

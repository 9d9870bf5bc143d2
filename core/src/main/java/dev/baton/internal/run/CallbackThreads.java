package dev.baton.internal.run;

import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the engine's short tasks and the user's callbacks on a few threads, and on more if those are blocked. Platform
 * threads, since a virtual thread would wait behind lanes that never block. Safe from any thread.
 */
final class CallbackThreads implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(CallbackThreads.class);
    private static final int ENOUGH = 32;
    private static final Duration STALL = Duration.ofMillis(100);

    private final Time time;
    private final ExecutorService threads = BodyThreads.newPlatformExecutor("baton-call-");
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder done = new LongAdder();
    private final AtomicBoolean watching = new AtomicBoolean();

    /** Whether the scheduler has closed without waiting for the tasks that still run: the store is gone under them. */
    private volatile boolean abandoned;

    CallbackThreads(Time time) {
        this.time = time;
    }

    @Override
    public void execute(Runnable task) {
        waiting.add(task);
        if (running.get() < ENOUGH) {
            start();
        } else {
            watchForStall();
        }
    }

    private void start() {
        running.incrementAndGet();
        try {
            threads.execute(this::work);
        } catch (RejectedExecutionException e) {
            running.decrementAndGet();
            LOG.debug("closed: a callback is not called");
        }
    }

    private void work() {
        try {
            for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
                run(task);
            }
        } finally {
            running.decrementAndGet();
        }
        // A task that was added while this thread was leaving may have found it still there.
        if (!waiting.isEmpty() && running.get() < ENOUGH) {
            start();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            if (abandoned) {
                LOG.debug("a task failed that had not ended when the scheduler was closed", e);
            } else {
                LOG.error("a task failed", e);
            }
        } finally {
            done.increment();
            // An interrupt that a callback left behind is not meant for the next task.
            Thread.interrupted();
        }
    }

    private void watchForStall() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            long before = done.sum();
            time.after(STALL, () -> {
                watching.set(false);
                if (!waiting.isEmpty()) {
                    for (int more = done.sum() == before ? ENOUGH : 0; more > 0; more--) {
                        start();
                    }
                    watchForStall();
                }
            });
        }
    }

    /** Runs the remaining tasks; waits no longer than a second for a task that blocks. */
    void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(1, TimeUnit.SECONDS)) {
                abandoned = true;
                LOG.warn("a listener or callback still runs; closing all the same");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

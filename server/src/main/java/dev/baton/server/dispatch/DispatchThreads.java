package dev.baton.server.dispatch;

import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of the server's side: they match runs with workers, call callbacks, and run bodies that are Java code. */
final class DispatchThreads implements AutoCloseable {

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger bodies = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "baton-dispatch-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            // Closed: no one waits for the result.
            return;
        }
    }

    /** Runs bodies that no worker but this process itself can run. */
    void runOwn(Worker.Source source) {
        for (Worker.Claim claim = next(source); claim != null; claim = next(source)) {
            Worker.Claim own = claim;
            bodies.incrementAndGet();
            execute(() -> {
                try {
                    own.run();
                } finally {
                    bodies.decrementAndGet();
                }
            });
        }
    }

    private static Worker.@Nullable Claim next(Worker.Source source) {
        return source.claim(demand -> !Task.isDemand(demand));
    }

    int bodies() {
        return bodies.get();
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(Duration.ofSeconds(1).toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

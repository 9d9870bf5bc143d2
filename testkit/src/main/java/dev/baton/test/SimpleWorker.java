package dev.baton.test;

import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A worker that runs each body on a new thread, and lets a test inspect each claim first. */
class SimpleWorker implements Worker {

    private final Source source;
    private final Consumer<Claim> look;
    private final AtomicInteger running = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "test-worker");
        thread.setDaemon(true);
        return thread;
    });

    SimpleWorker(Source source, Consumer<Claim> look) {
        this.source = source;
        this.look = look;
    }

    @Override
    public void wake() {
        startOne();
    }

    private void startOne() {
        try {
            threads.execute(this::runAll);
        } catch (RejectedExecutionException closed) {
            // A closed worker claims nothing.
        }
    }

    private void runAll() {
        for (Claim claim = source.claim(); claim != null; claim = source.claim()) {
            running.incrementAndGet();
            try {
                startOne();
                look.accept(claim);
                claim.run();
            } finally {
                running.decrementAndGet();
            }
        }
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (running.get() > 0 && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return running.get() == 0;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

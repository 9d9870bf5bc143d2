package dev.baton.internal.run;

import dev.baton.internal.execution.ReadyBatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Lets bodies that wait begin to: by a few threads, however many there are, since beginning takes a moment and waiting
 * needs no thread. Bodies with a guard are kept apart. Safe from any thread.
 */
final class Waiters {

    private static final int THREADS = 4;

    private final Executor executor;
    private final BooleanSupplier open;
    private final ReadyQueue plain = new ReadyQueue();
    private final ReadyQueue guarded = new ReadyQueue();
    private final AtomicInteger threads = new AtomicInteger();

    /** Lets the next body begin. */
    interface Beginner {

        /** Returns whether there was one. */
        boolean begin(ReadyQueue from, boolean isGuarded);
    }

    /**
     * Nobody waits yet.
     *
     * @param open whether runs may begin
     */
    Waiters(Executor executor, BooleanSupplier open) {
        this.executor = executor;
        this.open = open;
    }

    /** Keeps a run that is to begin. */
    void add(ReadyBatch batch) {
        boolean hasGuard = batch.execution().node(batch.step(0)).job().policy().guard() != null;
        (hasGuard ? guarded : plain).add(batch);
    }

    /** Lets all that are to begin do so, by other threads. */
    void begin(Beginner beginner) {
        while (beginner.begin(guarded, true)) {
            // Each has a thread of its own.
        }
        if (open.getAsBoolean() && !plain.isEmpty() && threads.get() < THREADS) {
            threads.incrementAndGet();
            executor.execute(() -> {
                try {
                    while (beginner.begin(plain, false)) {
                        // One after another.
                    }
                } finally {
                    threads.decrementAndGet();
                }
                // What was added while this thread was leaving may have found it still there.
                begin(beginner);
            });
        }
    }
}

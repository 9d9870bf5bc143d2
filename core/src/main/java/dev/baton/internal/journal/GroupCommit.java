package dev.baton.internal.journal;

import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one transaction after another, each of everything that came in meanwhile. The thread that has the lock leads;
 * others leave their entries to it. What follows from a transaction happens after the lock was given back. While the
 * store cannot be reached, the same transaction is tried again, after pauses that no thread sleeps through. Safe from any
 * thread.
 */
final class GroupCommit {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Time time;
    private final Executor executor;
    private final Writing writing;
    private final Queue<Object> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock leading = new ReentrantLock();
    private final AtomicBoolean called = new AtomicBoolean();

    /** What is to be tried again before anything else. */
    private volatile @Nullable Batch unfinished;

    private Duration pause = SHORTEST_PAUSE;

    /** The store cannot be reached: nobody tries before the pause is over. */
    private volatile boolean pausing;

    /** How entries are written. */
    interface Writing {

        Batch newBatch();

        void gather(Object entry, Batch batch);

        /** Writes a batch. Returns what follows from that; null when the store cannot be reached. */
        @Nullable Written write(Batch batch);

        /** Whether a batch that cannot be written now is not to be tried again. */
        boolean isGivenUp();
    }

    /** What follows from a transaction. */
    interface Written {

        void happen();
    }

    GroupCommit(Time time, Executor executor, Writing writing) {
        this.time = time;
        this.executor = executor;
        this.writing = writing;
    }

    void add(Object entry) {
        queue.add(entry);
    }

    /** Has what waits written soon, by another thread. */
    void call() {
        if (!pausing && !called.get() && called.compareAndSet(false, true)) {
            executor.execute(() -> {
                called.set(false);
                lead();
            });
        }
    }

    /** Makes transactions with the caller's thread, unless another thread is at it: that one looks again when it is done. */
    void lead() {
        boolean reached = true;
        while (reached && !pausing && hasMore() && leading.tryLock()) {
            reached = leadOnce();
        }
    }

    /** Makes one transaction with the caller's thread, unless another thread is at it, and leaves the rest to others. */
    void help() {
        if (!pausing && hasMore() && leading.tryLock()) {
            leadOnce();
        }
    }

    /**
     * Writes all there is, after the transaction that another thread may be making. Returns whether the store was
     * reached.
     */
    boolean flush() {
        while (true) {
            leading.lock();
            if (!hasMore()) {
                leading.unlock();
                return true;
            }
            if (!leadOnce()) {
                return false;
            }
        }
    }

    private boolean hasMore() {
        return unfinished != null || !queue.isEmpty();
    }

    /** Makes one transaction, gives the lock back, and lets follow what follows. Returns whether the store was reached. */
    private boolean leadOnce() {
        Written written;
        try {
            Batch batch = unfinished == null ? gather() : unfinished;
            unfinished = null;
            written = writing.write(batch);
            if (written == null) {
                unfinished = giveUpOrKeep(batch);
            } else {
                pause = SHORTEST_PAUSE;
            }
        } finally {
            leading.unlock();
        }
        if (written == null) {
            return false;
        }
        if (hasMore()) {
            // What came in meanwhile need not wait until all has happened that follows from this transaction.
            call();
        }
        written.happen();
        return true;
    }

    private Batch gather() {
        Batch batch = writing.newBatch();
        for (Object next = queue.poll(); next != null; next = batch.isFull() ? null : queue.poll()) {
            writing.gather(next, batch);
        }
        return batch;
    }

    private @Nullable Batch giveUpOrKeep(Batch batch) {
        if (writing.isGivenUp()) {
            LOG.warn("stopped while the store could not be reached: what was not recorded will be done again");
            batch.entries().forEach(Batch.Entry::dropped);
            return null;
        }
        pausing = true;
        time.after(pause, () -> {
            pausing = false;
            call();
        });
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        return batch;
    }
}

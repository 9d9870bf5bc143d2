package dev.baton.internal.journal;

import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one transaction after another, each with all entries that arrived during the last. The thread that holds the
 * lock leads; other threads leave their entries in its queue. The effects of a transaction happen after the lock is
 * released. While the store is unreachable, the same transaction is retried after pauses, in which no thread sleeps.
 * Safe from any thread.
 */
final class GroupCommit {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Time time;
    private final Executor executor;
    private final Writing writing;
    private final Queue<Object> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ReentrantLock leading = new ReentrantLock();
    private final AtomicBoolean called = new AtomicBoolean();

    /** The batch to retry before any other. */
    private volatile @Nullable Batch unfinished;

    private Duration pause = SHORTEST_PAUSE;

    /** The store is unreachable: no thread retries before the pause is over. */
    private volatile boolean pausing;

    /** Writes entries. */
    interface Writing {

        Batch newBatch();

        void gather(Object entry, Batch batch);

        /** Writes a batch. Returns the effects; null if the store is unreachable. */
        @Nullable Written write(Batch batch);

        /** Whether a batch that cannot be written now is given up instead of retried. */
        boolean isGivenUp();
    }

    /** The effects of a transaction. */
    interface Written {

        void happen();
    }

    GroupCommit(Time time, Executor executor, Writing writing) {
        this.time = time;
        this.executor = executor;
        this.writing = writing;
    }

    void add(Object entry) {
        waiting.incrementAndGet();
        queue.add(entry);
    }

    /** The number of entries that no transaction has taken yet. */
    int waiting() {
        return waiting.get();
    }

    /**
     * Writes the pending entries soon, on another thread. A thread that leads looks at the queue after it has released
     * the lock, so no other need be woken meanwhile.
     */
    void call() {
        if (!pausing && !leading.isLocked() && !called.get() && called.compareAndSet(false, true)) {
            executor.execute(() -> {
                called.set(false);
                lead();
            });
        }
    }

    /**
     * Writes transactions on the caller's thread, unless another thread leads: the leader checks the queue again when
     * it is done.
     */
    void lead() {
        boolean reached = true;
        while (reached && !pausing && hasMore() && leading.tryLock()) {
            reached = leadOnce();
        }
    }

    /**
     * Writes one transaction on the caller's thread, unless another thread leads, and leaves the rest to other threads.
     */
    void help() {
        if (!pausing && hasMore() && leading.tryLock()) {
            leadOnce();
        }
    }

    /**
     * Writes all entries, after the transaction that another thread may be writing. Returns whether the store was
     * reached.
     */
    boolean flush() {
        while (true) {
            leading.lock();
            if (!hasMore()) {
                leading.unlock();
                callForMore();
                return true;
            }
            if (!leadOnce()) {
                return false;
            }
        }
    }

    /**
     * Wakes a thread for entries that arrived while this one had the lock: they have woken none, and need not wait for
     * the effects of this transaction.
     */
    private void callForMore() {
        if (hasMore()) {
            call();
        }
    }

    private boolean hasMore() {
        return unfinished != null || !queue.isEmpty();
    }

    /** Writes one transaction, releases the lock, and runs the effects. Returns whether the store was reached. */
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
            callForMore();
        }
        if (written == null) {
            return false;
        }
        written.happen();
        return true;
    }

    private Batch gather() {
        Batch batch = writing.newBatch();
        for (Object next = queue.poll(); next != null; next = batch.isFull() ? null : queue.poll()) {
            waiting.decrementAndGet();
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

package dev.baton.server.log;

import dev.baton.server.log.LogBuffer.Taken;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the logs of runs to the database, many runs in one transaction, on a single thread. Lines that cannot be
 * written stay in the buffers, and the writer tries them again.
 */
final class LogWriter implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);

    private static final int MOST_AT_ONCE = 4 << 20;
    private static final int LAST_ATTEMPTS = 3;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long FIRST_PAUSE_MILLIS = 100;

    private final LogDatabase database;
    private final LogTables tables;
    private final LogLimits limits;
    private final Consumer<LogBuffer> onRetired;
    private final AtomicLong commits = new AtomicLong();

    /** Guards all fields below. */
    private final Object lock = new Object();

    private final Set<LogBuffer> dirty = new LinkedHashSet<>();
    private long waiting;
    private boolean stopped;

    LogWriter(LogDatabase database, LogTables tables, LogLimits limits, Consumer<LogBuffer> onRetired) {
        this.onRetired = onRetired;
        this.database = database;
        this.tables = tables;
        this.limits = limits;
    }

    /** Reports that a buffer has something to write. */
    void notice(LogBuffer buffer, int bytes) {
        synchronized (lock) {
            boolean first = dirty.isEmpty();
            dirty.add(buffer);
            waiting += bytes;
            if (first || waiting >= limits.written()) {
                lock.notifyAll();
            }
        }
    }

    /** Stops the writer once everything is written, or cannot be. */
    void stop() {
        synchronized (lock) {
            stopped = true;
            lock.notifyAll();
        }
    }

    long commits() {
        return commits.get();
    }

    @Override
    public void run() {
        try {
            List<Taken> taken = take();
            while (!taken.isEmpty() && write(taken)) {
                taken = take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next batches to write; empty at the end. */
    private List<Taken> take() throws InterruptedException {
        List<Taken> taken = new ArrayList<>();
        synchronized (lock) {
            while (taken.isEmpty() && !(stopped && dirty.isEmpty())) {
                awaitEnough();
                long bytes = 0;
                Iterator<LogBuffer> buffers = dirty.iterator();
                while (buffers.hasNext() && bytes < MOST_AT_ONCE) {
                    Taken part = buffers.next().take(limits.written());
                    buffers.remove();
                    if (part != null) {
                        taken.add(part);
                        bytes += part.end() - part.start();
                    }
                }
            }
        }
        // Nodes that write for the same runs lock the rows in the same order.
        taken.sort(Comparator.comparing(Taken::run));
        return taken;
    }

    private void awaitEnough() throws InterruptedException {
        while (dirty.isEmpty() && !stopped) {
            lock.wait();
        }
        long deadline = System.nanoTime() + limits.every().toNanos();
        long left = limits.every().toNanos();
        while (waiting < limits.written() && !stopped && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(lock, left);
            left = deadline - System.nanoTime();
        }
        waiting = 0;
    }

    /** Returns false if the writer gave up because it is closing. */
    private boolean write(List<Taken> taken) throws InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        int lastAttempts = 0;
        boolean inDoubt = false;
        while (true) {
            try {
                if (inDoubt && isWritten(taken)) {
                    finish(taken);
                } else {
                    List<Taken> stale = writeOnce(taken);
                    if (stale.isEmpty()) {
                        finish(taken);
                    } else {
                        moveBehind(taken, stale);
                    }
                }
                return true;
            } catch (RuntimeException failure) {
                inDoubt = true;
                lastAttempts += isStopped() ? 1 : 0;
                if (lastAttempts == LAST_ATTEMPTS) {
                    LOG.error("The last log lines of {} runs are lost: {}", taken.size(), failure.getMessage());
                    return false;
                }
                if (failure instanceof StoreUnavailableException) {
                    // The server has said that its database is away.
                    LOG.info("Logs are kept in memory for {} ms more: {}", pause, failure.getMessage());
                } else {
                    LOG.warn("Logs are kept in memory for {} ms more: {}", pause, failure.getMessage());
                }
                pause(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private List<Taken> writeOnce(List<Taken> taken) {
        return database.write("write logs", connection -> {
            List<Taken> stale = tables.grow(connection, taken, Time.toMicros(Instant.now()));
            if (!stale.isEmpty()) {
                connection.rollback();
                return stale;
            }
            tables.add(connection, taken);
            for (Taken part : taken) {
                tables.drop(connection, part);
            }
            return stale;
        });
    }

    /** Whether a transaction with an unknown outcome was committed. */
    private boolean isWritten(List<Taken> taken) {
        return database.read("look for logs", connection -> {
            for (Taken part : taken) {
                LogSummary there = tables.summary(connection, part.run()).orElse(LogSummary.NOTHING);
                if (there.bytes() != part.end() || there.isClosed() != part.closes()) {
                    return false;
                }
            }
            return true;
        });
    }

    private void finish(List<Taken> taken) {
        commits.incrementAndGet();
        for (Taken part : taken) {
            LogBuffer buffer = part.buffer();
            if (buffer.written(part)) {
                notice(buffer, limits.written());
            } else if (buffer.isRetired()) {
                onRetired.accept(buffer);
            }
        }
    }

    /** Another node has taken over runs whose logs this node still writes, or the reverse. */
    private void moveBehind(List<Taken> taken, List<Taken> stale) {
        for (Taken part : stale) {
            LogSummary there = database.read(
                    "read how long a log is",
                    connection -> tables.summary(connection, part.run()).orElse(LogSummary.NOTHING));
            LOG.debug("Another node has written to the log of {}; what this one has comes after that", part.run());
            part.buffer().moveTo(there);
        }
        taken.forEach(part -> notice(part.buffer(), limits.written()));
    }

    private boolean isStopped() {
        synchronized (lock) {
            return stopped;
        }
    }

    /** Waits for a while or until the writer closes; while it closes, only for a moment. */
    private void pause(long millis) throws InterruptedException {
        synchronized (lock) {
            boolean atTheEnd = stopped;
            long nanos = TimeUnit.MILLISECONDS.toNanos(atTheEnd ? FIRST_PAUSE_MILLIS : millis);
            long deadline = System.nanoTime() + nanos;
            long left = nanos;
            while (stopped == atTheEnd && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(lock, left);
                left = deadline - System.nanoTime();
            }
        }
    }
}

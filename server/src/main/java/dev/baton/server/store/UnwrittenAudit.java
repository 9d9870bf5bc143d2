package dev.baton.server.store;

import dev.baton.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audit entries of what was done while the database was away. They wait in memory, the process's log has them as well in
 * case that the process ends first, and they are written when the database is back. Safe from any thread.
 */
final class UnwrittenAudit implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UnwrittenAudit.class);

    /** Few enough for memory; more than people do by hand in an outage. */
    private static final int MOST = 10_000;

    private static final int AT_ONCE = 500;
    private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

    private final Consumer<List<AuditLog.Entry>> writer;
    private final Queue<AuditLog.Entry> waiting = new LinkedBlockingQueue<>(MOST);
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean closed;

    /** @param writer writes entries in one transaction */
    UnwrittenAudit(Consumer<List<AuditLog.Entry>> writer) {
        this.writer = writer;
    }

    /** Keeps an entry that could not be written; fails with the failure if waiting does not help, or too many wait. */
    CompletableFuture<@Nullable Void> keep(AuditLog.Entry entry, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof StoreUnavailableException) || !waiting.offer(entry)) {
            return CompletableFuture.failedFuture(cause);
        }
        LOG.warn("audit, to be written when the database is back: {}", entry);
        schedule();
        return CompletableFuture.completedFuture(null);
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            LATER.execute(() -> {
                scheduled.set(false);
                if (!closed) {
                    write();
                }
            });
        }
    }

    /** Writes what waits, if the database is there: the process ends, and only its log has the rest. */
    @Override
    public void close() {
        closed = true;
        write();
        if (!waiting.isEmpty()) {
            LOG.warn("{} audit entries are in this log only: the database did not come back", waiting.size());
        }
    }

    private synchronized void write() {
        int written = 0;
        try {
            List<AuditLog.Entry> some = some();
            while (!some.isEmpty()) {
                writer.accept(some);
                waiting.removeAll(new HashSet<>(some));
                written += some.size();
                some = some();
            }
        } catch (StoreUnavailableException stillAway) {
            LOG.debug("{} audit entries wait for the database", waiting.size());
            schedule();
        } catch (RuntimeException failure) {
            LOG.error("{} audit entries are in this log only", waiting.size(), failure);
            waiting.clear();
        }
        if (written > 0) {
            LOG.info("{} audit entries of the time without a database are written", written);
        }
    }

    private List<AuditLog.Entry> some() {
        return new ArrayList<>(waiting.stream().limit(AT_ONCE).toList());
    }
}

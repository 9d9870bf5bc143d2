package dev.baton.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Combines the writes of many threads into few transactions. A caller that finds no leader becomes the leader: it
 * commits all waiting writes in one transaction, and repeats while there are more. Other callers do not wait. Under
 * load, the leader waits a moment for more writes, because a transaction costs far more than a write in it. Safe from
 * any thread.
 */
final class GroupWrites {

    private static final int MOST = 500;
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Database database;
    private final String doing;
    private final Queue<Write> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile boolean busy;

    private record Write(Database.Work<?> work, CompletableFuture<@Nullable Void> done) {}

    GroupWrites(Database database, String doing) {
        this.database = database;
        this.doing = doing;
    }

    /** Adds a write. The result completes when it is committed, on the leader's thread, so callbacks must be short. */
    CompletableFuture<@Nullable Void> write(Database.Work<?> work) {
        Write mine = new Write(work, new CompletableFuture<>());
        waiting.add(mine);
        while (!waiting.isEmpty() && writing.compareAndSet(false, true)) {
            List<Write> written;
            try {
                written = writeSome();
            } finally {
                writing.set(false);
            }
            written.forEach(write -> write.done.complete(null));
        }
        return mine.done;
    }

    /** Returns the writes that were committed. */
    private List<Write> writeSome() {
        if (busy) {
            LockSupport.parkNanos(MOMENT_NANOS);
        }
        List<Write> group = new ArrayList<>();
        for (Write next = waiting.poll(); next != null; next = group.size() < MOST ? waiting.poll() : null) {
            group.add(next);
        }
        busy = group.size() > 1;
        try {
            writeTogether(group);
            return group;
        } catch (RuntimeException e) {
            // One write may have caused the failure, so each is tried alone.
            return group.stream().filter(this::writeAlone).toList();
        }
    }

    private void writeTogether(List<Write> group) {
        database.write(doing, sql -> {
            for (Write write : group) {
                write.work.run(sql);
            }
            return true;
        });
    }

    private boolean writeAlone(Write write) {
        try {
            writeTogether(List.of(write));
            return true;
        } catch (RuntimeException e) {
            write.done.completeExceptionally(e);
            return false;
        }
    }
}

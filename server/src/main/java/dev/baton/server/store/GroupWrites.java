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
 * Writes that come from many threads, made many at a time: whoever finds nobody at it makes all that wait in one
 * transaction, and goes on as long as there are more. Nobody else waits for it. While several come at a time, it waits a
 * moment for more: a transaction costs far more than a write in it. Safe from any thread.
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

    /** Makes a write; completes when it is committed, by a thread that has others to write after that. */
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

    /** Returns those that were written. */
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
            // One of them may be at fault, and the others should not pay for it.
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

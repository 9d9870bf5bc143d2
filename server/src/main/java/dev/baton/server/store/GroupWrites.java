package dev.baton.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes that come from many threads, made many at a time: whoever gets the lock writes all that wait in one transaction,
 * and each returns when its own is committed. Safe from any thread.
 */
final class GroupWrites {

    private static final int MOST = 500;

    private final Database database;
    private final String doing;
    private final Queue<Write> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();

    private record Write(Database.Work<?> work, CompletableFuture<Boolean> done) {}

    GroupWrites(Database database, String doing) {
        this.database = database;
        this.doing = doing;
    }

    void write(Database.Work<?> work) {
        Write mine = new Write(work, new CompletableFuture<>());
        waiting.add(mine);
        while (!mine.done.isDone()) {
            writing.lock();
            try {
                if (!mine.done.isDone()) {
                    writeAll();
                }
            } finally {
                writing.unlock();
            }
        }
        try {
            mine.done.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void writeAll() {
        List<Write> group = new ArrayList<>();
        for (Write next = waiting.poll(); next != null; next = group.size() < MOST ? waiting.poll() : null) {
            group.add(next);
        }
        try {
            writeTogether(group);
        } catch (RuntimeException e) {
            // One of them may be at fault, and the others should not pay for it.
            group.forEach(this::writeAlone);
        }
    }

    private void writeTogether(List<Write> group) {
        database.write(doing, sql -> {
            for (Write write : group) {
                write.work.run(sql);
            }
            return true;
        });
        group.forEach(write -> write.done.complete(true));
    }

    private void writeAlone(Write write) {
        try {
            writeTogether(List.of(write));
        } catch (RuntimeException e) {
            write.done.completeExceptionally(e);
        }
    }
}

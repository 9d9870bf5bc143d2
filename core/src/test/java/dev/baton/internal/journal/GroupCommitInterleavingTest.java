package dev.baton.internal.journal;

import dev.baton.interleaved.Interleavings;
import dev.baton.internal.time.SystemTime;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every entry is written once, by one thread at a time, and none stays behind without a thread that was told of it. */
class GroupCommitInterleavingTest {

    @Test
    void no_entry_is_left_behind_however_threads_interleave() {
        Interleavings.explore(Operations.class, 2);
    }

    @Test
    @Tag("long")
    void no_entry_is_left_behind_when_threads_collide() {
        Interleavings.stress(Operations.class);
    }

    /** What threads do with a group commit. */
    public static class Operations {

        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final AtomicInteger added = new AtomicInteger();

        // Touched by the thread that leads alone: on purpose neither volatile nor atomic.
        private int written;
        private boolean writing;
        private boolean together;

        private final GroupCommit commit = new GroupCommit(new SystemTime(), tasks::add, new GroupCommit.Writing() {

            @Override
            public Batch newBatch() {
                together |= writing;
                writing = true;
                return new Batch(new UUID(0, 1));
            }

            @Override
            public void gather(Object entry, Batch batch) {
                written++;
            }

            @Override
            public GroupCommit.@Nullable Written write(Batch batch) {
                writing = false;
                return () -> {};
            }

            @Override
            public boolean isGivenUp() {
                return false;
            }
        });

        @Operation
        public void add() {
            added.incrementAndGet();
            commit.add("entry");
            commit.call();
        }

        @Operation
        public void runTask() {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }

        @Operation
        public void flush() {
            commit.flush();
        }

        @Validate
        public void isWrittenInFull() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            if (together) {
                throw new AssertionError("two threads wrote at once");
            }
            if (written != added.get()) {
                throw new AssertionError(written + " written of " + added.get() + " added");
            }
        }
    }
}

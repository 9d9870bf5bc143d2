package dev.baton.internal.journal;

import dev.baton.interleaved.Interleavings;
import dev.baton.internal.execution.Change;
import dev.baton.internal.execution.Changes;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of one execution one change is on its way at a time, and each is recorded once or dropped. */
class PendingChangesInterleavingTest {

    @Test
    @Tag("long")
    void every_change_is_recorded_once_or_dropped_however_threads_interleave() {
        Interleavings.explore(Operations.class, 2);
    }

    @Test
    void every_change_is_recorded_once_or_dropped_when_threads_collide() {
        Interleavings.stress(Operations.class);
    }

    /** What a journal does with the changes of one execution. */
    public static class Operations {

        private final PendingChanges pending = new PendingChanges(null);
        private final AtomicInteger added = new AtomicInteger();
        private final AtomicInteger dropped = new AtomicInteger();

        // Touched while a change is on its way: on purpose neither volatile nor atomic.
        private int recorded;
        private boolean recording;
        private String mistake;

        @Operation
        public void record() {
            add(Changes.plain());
        }

        @Operation
        public void recordOwn() {
            add(Changes.withTransaction());
        }

        /** A change without rows goes past the writer, if nothing is before it. */
        @Operation
        public void pass() {
            Change change = Changes.plain();
            if (pending.begin(change)) {
                added.incrementAndGet();
                write(change);
                if (pending.recorded()) {
                    writeAll();
                }
            } else {
                add(change);
            }
        }

        /** Another node owns the execution. */
        @Operation(runOnce = true)
        public void drop() {
            pending.drop().forEach(change -> dropped.addAndGet(change.left().size()));
        }

        private void add(Change change) {
            added.incrementAndGet();
            switch (pending.add(change)) {
                case CALL -> writeAll();
                case WAITS -> {}
                case DROPPED -> dropped.incrementAndGet();
            }
        }

        private void writeAll() {
            do {
                Change next = pending.take();
                if (next == null) {
                    return;
                }
                write(next);
            } while (pending.recorded());
        }

        private void write(Change change) {
            if (recording) {
                mistake = "two changes were on their way at once";
            }
            recording = true;
            recorded += change.left().size();
            if (change.hasTransaction() && change.left().size() != 1) {
                mistake = "a change with a transaction was folded";
            }
            if (!pending.isUnderWay(change)) {
                mistake = "a change was taken while another was on its way";
            }
            recording = false;
        }

        @Validate
        public void allAreRecordedOrDropped() {
            if (mistake != null) {
                throw new AssertionError(mistake);
            }
            if (recorded + dropped.get() != added.get()) {
                throw new AssertionError(
                        recorded + " recorded and " + dropped.get() + " dropped of " + added.get() + " added");
            }
        }
    }
}

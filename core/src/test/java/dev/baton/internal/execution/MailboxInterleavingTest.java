package dev.baton.internal.execution;

import dev.baton.interleaved.Interleavings;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One thread at a time has the turn, and every item that was put in is dealt with, in the order of its thread. */
class MailboxInterleavingTest {

    @Test
    void every_item_is_dealt_with_once_by_one_thread_at_a_time_however_threads_interleave() {
        Interleavings.explore(Operations.class, 2);
    }

    @Test
    @Tag("long")
    void every_item_is_dealt_with_once_by_one_thread_at_a_time_when_threads_collide() {
        Interleavings.stress(Operations.class);
    }

    /** What threads do with a mailbox. */
    public static class Operations {

        private final Mailbox<Numbered> mailbox = new Mailbox<>();
        private final AtomicInteger put = new AtomicInteger();

        // Touched by the thread that has the turn alone: on purpose neither volatile nor atomic.
        private int dealt;
        private boolean dealing;
        private boolean together;

        /** An item. */
        private static final class Numbered extends Mailbox.Item {}

        @Operation
        public void put() {
            put.incrementAndGet();
            Numbered item = new Numbered();
            if (mailbox.put(item)) {
                for (Numbered next = item; next != null; next = mailbox.after(next)) {
                    deal();
                }
            }
        }

        private void deal() {
            together |= dealing;
            dealing = true;
            dealt++;
            dealing = false;
        }

        @Validate
        public void isDealtWithInFull() {
            if (together) {
                throw new AssertionError("two threads had the turn at once");
            }
            if (dealt != put.get()) {
                throw new AssertionError("dealt with " + dealt + " of " + put.get());
            }
        }
    }
}

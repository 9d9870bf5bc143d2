package dev.baton.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class MailboxTest {

    /** An item. */
    private static final class Message extends Mailbox.Item {}

    private final Mailbox<Message> mailbox = new Mailbox<>();

    @Test
    void an_item_that_was_dealt_with_does_not_keep_later_ones_in_memory() {
        Message first = new Message();
        mailbox.put(first);
        WeakReference<Message> second = new WeakReference<>(putSecond());

        dealWithAll(first);

        try {
            for (int tries = 0; tries < 100 && !second.refersTo(null); tries++) {
                System.gc();
            }
            assertThat(second.refersTo(null)).isTrue();
        } finally {
            Reference.reachabilityFence(first);
        }
    }

    private Message putSecond() {
        Message second = new Message();
        assertThat(mailbox.put(second)).as("the first has the turn").isFalse();
        return second;
    }

    private void dealWithAll(Message first) {
        Message item = first;
        while (item != null) {
            item = mailbox.after(item);
        }
    }
}

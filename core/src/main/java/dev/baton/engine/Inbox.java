package dev.baton.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Serialises what happens to one execution without making anybody wait. Whoever puts a message into an empty inbox has
 * the turn: it applies that message and all that come in meanwhile. Everybody else leaves theirs and goes on. So
 * completions that arrive together are applied together, and a message on its own costs two atomic operations.
 */
final class Inbox {

    /** The message put in last, or null when nobody has the turn. The one that has it will come to this message. */
    private final AtomicReference<@Nullable Message> newest = new AtomicReference<>();

    /** Puts a message in. Returns whether the caller has the turn, and with it the duty to apply. */
    boolean put(Message message) {
        Message before = newest.getAndSet(message);
        if (before == null) {
            return true;
        }
        before.next = message;
        return false;
    }

    /** The message after this one, or null when there is none and the turn has been given back. */
    @Nullable Message after(Message message) {
        Message next = message.next;
        if (next == null && newest.compareAndSet(message, null)) {
            return null;
        }
        // Somebody has put a message in and is about to link it to this one.
        while (next == null) {
            Thread.onSpinWait();
            next = message.next;
        }
        return next;
    }

    /** Whether nobody has the turn: what was put in before has been applied, and what followed from it been done. */
    boolean isIdle() {
        return newest.get() == null;
    }

    /** Whether there probably is none after this one. */
    boolean isLast(Message message) {
        return message.next == null;
    }
}

package dev.baton.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serialises what happens to one execution without making anybody wait. Whoever puts a message in applies it, and all
 * that came in meanwhile, unless somebody is at it already: then that one will. So completions that arrive together are
 * applied together.
 */
final class Inbox {

    private final AtomicReference<@Nullable Message> newest = new AtomicReference<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    void put(Message message) {
        Message before;
        do {
            before = newest.get();
            message.earlier = before;
        } while (!newest.compareAndSet(before, message));
    }

    /**
     * Hands the messages over, oldest first, in as many lots as come in.
     *
     * @param lot takes the oldest message of a lot; the next one is its {@link Message#earlier}
     */
    void drain(Consumer<Message> lot) {
        while (newest.get() != null && busy.compareAndSet(false, true)) {
            try {
                Message all = newest.getAndSet(null);
                if (all != null) {
                    lot.accept(oldestFirst(all));
                }
            } finally {
                busy.set(false);
            }
        }
    }

    private static Message oldestFirst(Message newestMessage) {
        Message reversed = null;
        Message message = newestMessage;
        while (message != null) {
            Message next = message.earlier;
            message.earlier = reversed;
            reversed = message;
            message = next;
        }
        return reversed == null ? newestMessage : reversed;
    }
}

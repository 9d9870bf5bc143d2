package dev.baton.internal.execution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Serialises the items of one execution without blocking any thread. The thread that puts an item into an empty mailbox
 * has the turn: it handles that item and all that arrive meanwhile. Every other thread leaves its item and continues.
 * So completions that arrive together are applied together, and an item on its own costs two atomic operations.
 *
 * @param <T> the items
 */
public final class Mailbox<T extends Mailbox.Item> {

    /** The item put in last, or null if no thread has the turn. The thread that has the turn will reach this item. */
    private final AtomicReference<@Nullable T> newest = new AtomicReference<>();

    /** Something that can be in one mailbox once. */
    public abstract static class Item {

        private static final VarHandle NEXT = handle();

        private volatile @Nullable Item next;

        /** Forgets the next item: whoever still refers to this one would keep all later ones in memory. */
        private void unlink() {
            NEXT.setOpaque(this, null);
        }

        private static VarHandle handle() {
            try {
                return MethodHandles.lookup().findVarHandle(Item.class, "next", Item.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Puts an item in. Returns whether the caller has the turn, and with it the duty to deal with the item. */
    public boolean put(T item) {
        T before = newest.getAndSet(item);
        if (before == null) {
            return true;
        }
        ((Item) before).next = item;
        return false;
    }

    /** The item after this one, or null when there is none and the turn has been given back. */
    @SuppressWarnings("unchecked")
    public @Nullable T after(T item) {
        Item next = ((Item) item).next;
        if (next == null && newest.compareAndSet(item, null)) {
            return null;
        }
        // A thread has put an item in and is about to link it to this one.
        while (next == null) {
            Thread.onSpinWait();
            next = ((Item) item).next;
        }
        ((Item) item).unlink();
        return (T) next;
    }

    /** Whether there probably is none after this one. */
    boolean isLast(T item) {
        return ((Item) item).next == null;
    }
}

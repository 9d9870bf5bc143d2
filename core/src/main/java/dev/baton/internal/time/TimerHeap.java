package dev.baton.internal.time;

import dev.baton.spi.Time;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers in the order they are due, first come, first served among equals. A four-way heap whose entries know their
 * position, so that cancelling a timer costs as little as adding one. Not thread-safe.
 */
final class TimerHeap {

    private static final int WAYS = 4;
    private static final int GONE = -1;

    private Entry[] entries = new Entry[64];
    private int size;
    private long sequence;

    /** One timer. Its owner cancels it through {@link Time.Timer}, under the owner's own lock. */
    abstract static class Entry implements Time.Timer {

        private final Runnable task;
        private long due;
        private long order;
        private int place = GONE;

        Entry(Runnable task) {
            this.task = task;
        }

        final Runnable task() {
            return task;
        }
    }

    void add(Entry entry, long due) {
        entry.due = due;
        entry.order = sequence++;
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
        }
        siftUp(size++, entry);
    }

    void remove(Entry entry) {
        int place = entry.place;
        if (place == GONE) {
            return;
        }
        entry.place = GONE;
        Entry last = entries[--size];
        entries[size] = null;
        if (last != entry) {
            siftDown(place, last);
            if (entries[place] == last) {
                siftUp(place, last);
            }
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** When the first timer is due; {@code Long.MAX_VALUE} if there is none. */
    long nextDue() {
        return size == 0 ? Long.MAX_VALUE : entries[0].due;
    }

    /** Removes and returns the first timer if it is due; null otherwise. */
    @Nullable Entry poll(long now) {
        if (size == 0 || entries[0].due > now) {
            return null;
        }
        Entry first = entries[0];
        remove(first);
        return first;
    }

    private void siftUp(int from, Entry entry) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) / WAYS;
            if (!isBefore(entry, entries[parent])) {
                break;
            }
            put(place, entries[parent]);
            place = parent;
        }
        put(place, entry);
    }

    private void siftDown(int from, Entry entry) {
        int place = from;
        while (true) {
            int first = place * WAYS + 1;
            if (first >= size) {
                break;
            }
            int least = first;
            for (int child = first + 1; child < Math.min(first + WAYS, size); child++) {
                if (isBefore(entries[child], entries[least])) {
                    least = child;
                }
            }
            if (!isBefore(entries[least], entry)) {
                break;
            }
            put(place, entries[least]);
            place = least;
        }
        put(place, entry);
    }

    private void put(int place, Entry entry) {
        entries[place] = entry;
        entry.place = place;
    }

    private static boolean isBefore(Entry a, Entry b) {
        return a.due != b.due ? a.due < b.due : a.order < b.order;
    }
}

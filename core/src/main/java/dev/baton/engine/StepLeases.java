package dev.baton.engine;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Who has which step of an execution, by step. Steps can be added, and what is there never moves: workers take leases by
 * compare-and-set at any time, and a lease that is taken while it is copied would be lost. So what is added goes into
 * further tables, each twice as long as the one before. {@link #grow} is for the execution's turn; the rest is safe from
 * any thread that has come to know the step.
 */
final class StepLeases {

    /** The first of the further tables has two to the power of this. */
    private static final int SMALLEST = 4;

    private static final int MOST_TABLES = Integer.SIZE - SMALLEST;

    private final AtomicReferenceArray<@Nullable Object> first;
    private @Nullable Object @Nullable [] further;

    StepLeases(int size) {
        first = new AtomicReferenceArray<>(size);
    }

    @Nullable Object get(int step) {
        return step < first.length() ? first.get(step) : table(step).get(place(step));
    }

    void set(int step, @Nullable Object lease) {
        if (step < first.length()) {
            first.set(step, lease);
        } else {
            table(step).set(place(step), lease);
        }
    }

    void setRelease(int step, @Nullable Object lease) {
        if (step < first.length()) {
            first.setRelease(step, lease);
        } else {
            table(step).setRelease(place(step), lease);
        }
    }

    boolean compareAndSet(int step, @Nullable Object expected, @Nullable Object lease) {
        return step < first.length()
                ? first.compareAndSet(step, expected, lease)
                : table(step).compareAndSet(place(step), expected, lease);
    }

    /** Makes room for steps up to this many. */
    void grow(int size) {
        if (further == null) {
            further = new Object[MOST_TABLES];
        }
        for (int table = 0; first.length() + capacity(table) < size; table++) {
            if (further[table] == null) {
                further[table] = new AtomicReferenceArray<@Nullable Object>(1 << (SMALLEST + table));
            }
        }
    }

    /** How many steps fit into the further tables before this one. */
    private static int capacity(int table) {
        return (1 << (SMALLEST + table)) - (1 << SMALLEST);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a step is known once there is room for it
    private AtomicReferenceArray<@Nullable Object> table(int step) {
        int shifted = step - first.length() + (1 << SMALLEST);
        return (AtomicReferenceArray<@Nullable Object>)
                further[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(shifted) - SMALLEST];
    }

    private int place(int step) {
        int shifted = step - first.length() + (1 << SMALLEST);
        return shifted - Integer.highestOneBit(shifted);
    }
}

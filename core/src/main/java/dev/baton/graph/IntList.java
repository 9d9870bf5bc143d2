package dev.baton.graph;

import java.util.Arrays;

/**
 * A growing list of ints, reused from one call to the next. Not thread-safe.
 *
 * <pre>{@code
 * IntList steps = new IntList();
 * steps.add(3);
 * steps.clear(); // keeps its room for the next call
 * }</pre>
 */
public final class IntList {

    private static final int[] EMPTY = {};

    private int[] values = EMPTY;
    private int size;

    /** Appends a value. */
    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(8, size * 2));
        }
        values[size++] = value;
    }

    /** The value at this index. */
    public int get(int index) {
        return values[index];
    }

    /** The number of values. */
    public int size() {
        return size;
    }

    /** Whether there are no values. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Removes all values and keeps the array, unless it is large. */
    public void clear() {
        size = 0;
        if (values.length > 4096) {
            values = EMPTY;
        }
    }

    /** A copy of the values. */
    public int[] toArray() {
        return Arrays.copyOf(values, size);
    }

    void set(int index, int value) {
        values[index] = value;
    }

    void replaceAll(int[] byOldValue) {
        for (int i = 0; i < size; i++) {
            values[i] = byOldValue[values[i]];
        }
    }
}

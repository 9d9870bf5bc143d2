package dev.baton.graph;

import java.util.Arrays;

/** A growing list of ints, reused from one use to the next. For one thread. */
public final class IntList {

    private static final int[] EMPTY = {};

    private int[] values = EMPTY;
    private int size;

    /** Appends. */
    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(8, size * 2));
        }
        values[size++] = value;
    }

    /** The value at this place. */
    public int get(int index) {
        return values[index];
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Forgets all values and keeps the room they took, unless it was much. */
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

package dev.baton.internal.execution;

import dev.baton.RunStatus;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The steps that a change is about, in the order of the turn: those whose state moved, those whose runs are to be
 * written, and those whose attempts caused it. Most changes are about two or three, and there is a change for
 * every run that ends, so each step is one long.
 * Not thread-safe.
 */
final class ChangedSteps {

    private static final RunStatus[] STATUSES = RunStatus.values();

    private static final long STEP = 0xFFFF_FFFFL;
    private static final long MOVED = 1L << 32;
    private static final long TO_WRITE = 1L << 33;
    private static final long BY_ATTEMPT = 1L << 34;
    /** From here on the ordinal of the status, once the turn has ended. */
    private static final int STATUS = 40;

    private long[] entries = new long[4];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void moved(int step) {
        add(step, MOVED);
    }

    void write(int step) {
        add(step, TO_WRITE);
    }

    /** Notes that an attempt of the step caused the change. */
    void byAttempt(int step) {
        add(step, BY_ATTEMPT);
    }

    private void add(int step, long mark) {
        if (size > 0 && step(entries[size - 1]) == step) {
            entries[size - 1] |= mark;
        } else {
            append(step | mark);
        }
    }

    private void append(long entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
        }
        entries[size++] = entry;
    }

    /** Ends the turn: the statuses that others will see are those of this moment. */
    void seal(RunStates states) {
        for (int i = 0; i < size; i++) {
            long status = states.get(step(entries[i])).status().ordinal();
            entries[i] |= status << STATUS;
        }
    }

    /** Adds the steps of the next change, which is sealed as well. */
    void addAll(ChangedSteps next) {
        for (int i = 0; i < next.size; i++) {
            append(next.entries[i]);
        }
    }

    /** The steps whose runs are to be written, some perhaps twice. */
    void eachToWrite(IntConsumer what) {
        each(TO_WRITE, what);
    }

    /** The steps whose attempts caused the change, some perhaps twice. */
    void eachByAttempt(IntConsumer what) {
        each(BY_ATTEMPT, what);
    }

    private void each(long mark, IntConsumer what) {
        for (int i = 0; i < size; i++) {
            if ((entries[i] & mark) != 0) {
                what.accept(step(entries[i]));
            }
        }
    }

    /** Shows the new statuses to others. */
    void show(Shown shown) {
        for (int i = 0; i < size; i++) {
            if ((entries[i] & MOVED) != 0) {
                shown.show(step(entries[i]), STATUSES[(int) (entries[i] >>> STATUS)]);
            }
        }
    }

    private static int step(long entry) {
        return (int) (entry & STEP);
    }
}

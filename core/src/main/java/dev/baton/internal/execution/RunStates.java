package dev.baton.internal.execution;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The states of an execution's runs, by step. A slot holds a {@link RunState}, or the {@link Lease} of a run that is
 * {@linkplain RunState#RUNNING running}: so a worker takes a ready run, and the end of a lease that is no longer held is
 * refused, by one compare-and-set. All other changes are made within the execution's turn, and checked against the table
 * of allowed changes.
 *
 * <p>Steps can be added, and a slot never moves: a lease that is taken while its slot is copied would be lost. So added
 * steps go into further tables, each twice as long as the one before.
 */
public final class RunStates {

    /** The first of the further tables has two to the power of this. */
    private static final int SMALLEST = 4;

    private static final int MOST_TABLES = Integer.SIZE - SMALLEST;

    /** An empty slot is {@link RunState#BLOCKED}. */
    private final AtomicReferenceArray<@Nullable Object> first;

    private @Nullable Object @Nullable [] further;

    RunStates(int size) {
        first = new AtomicReferenceArray<>(size);
    }

    /** The state of a run. */
    public RunState get(int step) {
        return stateOf(slot(step));
    }

    /** The lease of a running run; null for any other. */
    public @Nullable Lease lease(int step) {
        return slot(step) instanceof Lease lease ? lease : null;
    }

    /** Gives a worker the lease on a ready run. Returns false if the run is not ready, or another worker was faster. */
    public boolean take(int step, Lease lease) {
        return compareAndSet(step, RunState.READY, lease);
    }

    /** Changes the state of a run. Within the execution's turn. */
    void move(int step, RunState next) {
        Object slot;
        do {
            slot = slot(step);
            check(step, stateOf(slot), next);
        } while (!set(step, slot, next));
    }

    /**
     * Changes the state of a run, unless a worker has its lease. Within the execution's turn.
     *
     * @return the lease; null when the state was changed
     */
    @Nullable Lease moveUnlessRunning(int step, RunState next) {
        Object slot;
        do {
            slot = slot(step);
            if (slot instanceof Lease lease) {
                return lease;
            }
            check(step, stateOf(slot), next);
        } while (!set(step, slot, next));
        return null;
    }

    /** Reopens an ended run, because a person retried or marked a step. Within the execution's turn. */
    void reopen(int step) {
        if (!get(step).isTerminal()) {
            throw new IllegalStateException("step " + step + " has not ended: it is " + get(step));
        }
        table(step).setRelease(place(step), null);
    }

    /** Sets the recorded state of a run, before other threads know the execution. */
    public void restore(int step, RunState state) {
        table(step).setRelease(place(step), state == RunState.BLOCKED ? null : state);
    }

    private static void check(int step, RunState now, RunState next) {
        if (!now.mayBecome(next)) {
            throw new IllegalStateException("step " + step + " is " + now + " and cannot become " + next);
        }
    }

    /** Only a ready run is contended for. */
    private boolean set(int step, @Nullable Object slot, RunState next) {
        if (slot == RunState.READY) {
            return compareAndSet(step, slot, next);
        }
        table(step).setRelease(place(step), next);
        return true;
    }

    private static RunState stateOf(@Nullable Object slot) {
        if (slot == null) {
            return RunState.BLOCKED;
        }
        return slot instanceof RunState state ? state : RunState.RUNNING;
    }

    private @Nullable Object slot(int step) {
        return table(step).get(place(step));
    }

    private boolean compareAndSet(int step, @Nullable Object expected, Object next) {
        return table(step).compareAndSet(place(step), expected, next);
    }

    /** Makes room for steps up to this many. Within the execution's turn. */
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
        if (step < first.length()) {
            return first;
        }
        int shifted = step - first.length() + (1 << SMALLEST);
        return (AtomicReferenceArray<@Nullable Object>)
                further[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(shifted) - SMALLEST];
    }

    private int place(int step) {
        if (step < first.length()) {
            return step;
        }
        int shifted = step - first.length() + (1 << SMALLEST);
        return shifted - Integer.highestOneBit(shifted);
    }
}

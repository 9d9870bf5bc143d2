package dev.baton.internal.execution;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Limits how many steps of an execution are active at a time; the others wait in line. Used within the execution's
 * turn.
 */
public final class Throttle {

    private static final int MOST_AHEAD = 10_000;

    private final int most;
    private final BitSet active = new BitSet();
    private final Deque<Integer> line = new ArrayDeque<>();
    private int count;

    Throttle(int most) {
        this.most = most;
    }

    /** Makes a step active if there is a free slot; otherwise puts it in line. Returns whether it is active. */
    boolean enter(int step) {
        if (active.get(step)) {
            return true;
        }
        if (count >= most) {
            line.add(step);
            return false;
        }
        active.set(step);
        count++;
        return true;
    }

    /** Counts a step that is active already, whatever the limit. */
    void admit(int step) {
        if (!active.get(step)) {
            active.set(step);
            count++;
        }
    }

    /**
     * The line in which a step waits.
     *
     * @param active some of the active steps
     * @param moreActive the number of active steps that are not listed
     * @param ahead the number of steps that wait ahead of it
     * @param orMore whether the line is longer than was counted
     */
    public record Line(List<Integer> active, int moreActive, int ahead, boolean orMore) {}

    /** The line in which a step waits, with at most this many of the active steps. */
    public Line line(int step, int mostActive) {
        List<Integer> shown = active.stream().limit(mostActive).boxed().toList();
        int ahead = 0;
        for (int other : line) {
            if (other == step || ahead == MOST_AHEAD) {
                break;
            }
            ahead++;
        }
        return new Line(shown, count - shown.size(), ahead, ahead == MOST_AHEAD);
    }

    /**
     * Frees the slot of a step. Has no effect on a step that is not active.
     *
     * @param waits tells whether a step in line is still to become active
     * @return the next step in line, which the caller makes active; -1 if no step waits or no slot was freed
     */
    int leave(int step, IntPredicate waits) {
        if (!active.get(step)) {
            return -1;
        }
        active.clear(step);
        count--;
        Integer next = line.poll();
        while (next != null && !waits.test(next)) {
            next = line.poll();
        }
        return next == null ? -1 : next;
    }
}

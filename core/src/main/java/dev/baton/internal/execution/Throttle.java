package dev.baton.internal.execution;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Limits how many steps of an execution may be active at a time; the others wait in line. Used within the execution's
 * turn.
 */
final class Throttle {

    private final int most;
    private final BitSet out = new BitSet();
    private final Deque<Integer> line = new ArrayDeque<>();
    private int count;

    Throttle(int most) {
        this.most = most;
    }

    /** Asks to go out. Returns whether it may; if not, it waits in line. */
    boolean enter(int step) {
        if (out.get(step)) {
            return true;
        }
        if (count >= most) {
            line.add(step);
            return false;
        }
        out.set(step);
        count++;
        return true;
    }

    /** Counts a step that is out already, whatever the limit. */
    void admit(int step) {
        if (!out.get(step)) {
            out.set(step);
            count++;
        }
    }

    /** Which steps are out, and who stands in line before a step; no more of each than this are looked at. */
    Parallel.Line line(int step, int mostOut, int mostAhead) {
        List<Integer> shown = out.stream().limit(mostOut).boxed().toList();
        int ahead = 0;
        for (int other : line) {
            if (other == step || ahead == mostAhead) {
                break;
            }
            ahead++;
        }
        return new Parallel.Line(shown, count - shown.size(), ahead, ahead == mostAhead);
    }

    /**
     * Comes back, or was never out.
     *
     * @param waits whether a step that is in line is still to go out
     * @return the next in line, to be let out; -1 when there is none, or no room
     */
    int leave(int step, IntPredicate waits) {
        if (!out.get(step)) {
            return -1;
        }
        out.clear(step);
        count--;
        Integer next = line.poll();
        while (next != null && !waits.test(next)) {
            next = line.poll();
        }
        return next == null ? -1 : next;
    }
}

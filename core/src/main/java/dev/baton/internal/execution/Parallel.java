package dev.baton.internal.execution;

import java.util.List;

/** Shows how steps stand in line where only some of an execution may be out at a time. Called within its turn. */
public final class Parallel {

    private static final int MOST_AHEAD = 10_000;

    private Parallel() {}

    /**
     * A line.
     *
     * @param out some of the steps that are out
     * @param moreOut how many are out besides
     * @param ahead how many stand before
     * @param orMore whether there are more than were counted
     */
    public record Line(List<Integer> out, int moreOut, int ahead, boolean orMore) {}

    /** How a step stands. */
    public static Line line(LiveExecution execution, int step, int mostOut) {
        Throttle throttle = execution.throttle();
        return throttle == null ? new Line(List.of(), 0, 0, false) : throttle.line(step, mostOut, MOST_AHEAD);
    }
}

package dev.baton.schedule;

import java.util.List;

/** The year field: the ranges the spec lists, or every year. Its methods return {@link Schedule#NEVER} for "none". */
record Years(List<Range> ranges) {

    /** Every year, including years that the field cannot name. */
    static final Years EVERY = new Years(List.of());

    Years {
        ranges = List.copyOf(ranges);
    }

    boolean isEvery() {
        return ranges.isEmpty();
    }

    /** The first allowed year at or after the given one. */
    long next(long year) {
        if (isEvery()) {
            return year;
        }
        long next = Schedule.NEVER;
        for (Range range : ranges) {
            long steps = Math.max(0, -Math.floorDiv(range.first() - year, (long) range.step()));
            if (steps < range.count()) {
                next = Math.min(next, range.first() + steps * range.step());
            }
        }
        return next;
    }

    /** The last allowed year at or before the given one. */
    long previous(long year) {
        if (isEvery()) {
            return year;
        }
        long previous = Long.MIN_VALUE;
        for (Range range : ranges) {
            if (year >= range.first()) {
                long steps = Math.min((year - range.first()) / range.step(), range.count() - 1L);
                previous = Math.max(previous, range.first() + steps * range.step());
            }
        }
        return previous == Long.MIN_VALUE ? Schedule.NEVER : previous;
    }
}

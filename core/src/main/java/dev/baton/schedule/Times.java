package dev.baton.schedule;

/**
 * The times of day a spec names, one bit per value. Times are seconds since midnight; {@link #NONE} stands for no time.
 */
record Times(long seconds, long minutes, int hours) {

    static final int NONE = -1;
    static final long ALL_OF_60 = (1L << 60) - 1;
    static final int ALL_HOURS = (1 << 24) - 1;

    int first() {
        return Integer.numberOfTrailingZeros(hours) * 3600 + firstInHour();
    }

    int last() {
        return highest(hours) * 3600 + lastInHour();
    }

    /** The first time at or after the given one. */
    int next(int time) {
        int hour = time / 3600;
        int minute = time / 60 % 60;
        if (((hours >>> hour) & 1) != 0) {
            if (((minutes >>> minute) & 1) != 0) {
                long later = seconds & (-1L << (time % 60));
                if (later != 0) {
                    return time - time % 60 + Long.numberOfTrailingZeros(later);
                }
            }
            long later = minutes & (-2L << minute);
            if (later != 0) {
                return hour * 3600 + Long.numberOfTrailingZeros(later) * 60 + firstSecond();
            }
        }
        int later = hours & (-2 << hour);
        return later == 0 ? NONE : Integer.numberOfTrailingZeros(later) * 3600 + firstInHour();
    }

    /** The last time at or before the given one. */
    int previous(int time) {
        int hour = time / 3600;
        int minute = time / 60 % 60;
        if (((hours >>> hour) & 1) != 0) {
            if (((minutes >>> minute) & 1) != 0) {
                long earlier = seconds & ((2L << (time % 60)) - 1);
                if (earlier != 0) {
                    return time - time % 60 + highest(earlier);
                }
            }
            long earlier = minutes & ((1L << minute) - 1);
            if (earlier != 0) {
                return hour * 3600 + highest(earlier) * 60 + lastSecond();
            }
        }
        int earlier = hours & ((1 << hour) - 1);
        return earlier == 0 ? NONE : highest(earlier) * 3600 + lastInHour();
    }

    private int firstInHour() {
        return Long.numberOfTrailingZeros(minutes) * 60 + firstSecond();
    }

    private int lastInHour() {
        return highest(minutes) * 60 + lastSecond();
    }

    private int firstSecond() {
        return Long.numberOfTrailingZeros(seconds);
    }

    private int lastSecond() {
        return highest(seconds);
    }

    private static int highest(long bits) {
        return 63 - Long.numberOfLeadingZeros(bits);
    }
}

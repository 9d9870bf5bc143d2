package dev.baton.cli.output;

import java.time.Duration;
import java.util.Locale;

/** Durations as people read them. */
public final class HumanTime {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private HumanTime() {}

    /** How long something took: {@code 0.4 s}, {@code 12.0 s}, {@code 3 min 5 s}. */
    public static String taken(Duration duration) {
        Duration positive = duration.isNegative() ? Duration.ZERO : duration;
        long tenths = positive.toMillis() / 100;
        return tenths < MINUTE * 10
                ? String.format(Locale.ROOT, "%d.%d s", tenths / 10, tenths % 10)
                : coarse(positive.toSeconds());
    }

    /** How far away something is: {@code 40 s}, {@code 3 min 5 s}, {@code 15 h 20 min}, {@code 3 d 4 h}. */
    public static String distance(Duration duration) {
        // A fire is at a whole second; rounding the part of a second up makes "in 5 min" of 4 min 59.7 s.
        return coarse(duration.plusNanos(999_999_999).toSeconds());
    }

    private static String coarse(long seconds) {
        if (seconds < MINUTE) {
            return seconds + " s";
        }
        if (seconds < HOUR) {
            return two(seconds / MINUTE, "min", seconds % MINUTE, "s");
        }
        if (seconds < DAY) {
            return two(seconds / HOUR, "h", seconds % HOUR / MINUTE, "min");
        }
        return two(seconds / DAY, "d", seconds % DAY / HOUR, "h");
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }
}

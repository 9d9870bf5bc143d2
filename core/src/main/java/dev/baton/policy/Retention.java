package dev.baton.policy;

import java.time.Duration;

/**
 * How long ended executions are kept. Active ones always are.
 *
 * @param count how many of each job or workflow, the newest first
 * @param age how long after their end
 */
public record Retention(int count, Duration age) {

    private static final Retention DEFAULT = new Retention(100, Duration.ofDays(36_500));

    /** Refuses negative numbers. */
    public Retention {
        if (count < 0 || age.isNegative()) {
            throw new IllegalArgumentException("retention keeps a number of executions for a time, neither negative");
        }
    }

    /** The last 100 of each job or workflow, however old. */
    public static Retention standard() {
        return DEFAULT;
    }

    /** The last {@code count} of each job or workflow. */
    public static Retention count(int count) {
        return new Retention(count, DEFAULT.age);
    }

    /** The same, and none that ended longer ago than this. */
    public Retention withAge(Duration age) {
        return new Retention(count, age);
    }
}

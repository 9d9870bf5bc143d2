package dev.baton.policy;

import java.time.Duration;

/**
 * How long ended executions are kept. Active ones always are.
 *
 * @param count how many of each job or workflow, the newest
 * @param age how long after their end
 * @param total how many of all jobs and workflows together, the newest
 */
public record Retention(int count, Duration age, int total) {

    private static final Retention DEFAULT = new Retention(100, Duration.ofDays(36_500), 100_000);

    /** Refuses negative numbers. */
    public Retention {
        if (count < 0 || age.isNegative() || total < 0) {
            throw new IllegalArgumentException("retention keeps a number of executions for a time, none negative");
        }
    }

    /** The last 100 of each job or workflow and the last 100,000 in all, however old. */
    public static Retention standard() {
        return DEFAULT;
    }

    /** The last {@code count} of each job or workflow. */
    public static Retention count(int count) {
        return new Retention(count, DEFAULT.age, DEFAULT.total);
    }

    /** The same, and none that ended longer ago than this. */
    public Retention withAge(Duration newAge) {
        return new Retention(count, newAge, total);
    }

    /** The same, and no more than this of all jobs and workflows together. */
    public Retention withTotal(int newTotal) {
        return new Retention(count, age, newTotal);
    }
}

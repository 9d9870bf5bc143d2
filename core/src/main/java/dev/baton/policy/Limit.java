package dev.baton.policy;

import java.time.Duration;

/**
 * How many runs of a job, or in a queue, may run at a time, and how many may start in a time; over all nodes. What is
 * over the limit waits, the highest priority first.
 *
 * @param concurrency how many at a time
 * @param rate how many may start in any stretch of {@code per}; 0 for any number
 * @param per the stretch of time that {@code rate} is for
 */
public record Limit(int concurrency, int rate, Duration per) {

    private static final Limit NONE = new Limit(Integer.MAX_VALUE, 0, Duration.ZERO);

    /** Refuses limits under which nothing would ever run. */
    public Limit {
        if (concurrency < 1) {
            throw new IllegalArgumentException("at least one run must be allowed at a time, not " + concurrency);
        }
        if (rate < 0 || (rate > 0 && (per.isNegative() || per.isZero()))) {
            throw new IllegalArgumentException("a rate is a number of starts in a time, not " + rate + " in " + per);
        }
    }

    /** Any number, as fast as they come. The default. */
    public static Limit none() {
        return NONE;
    }

    /** No more than this at a time. */
    public static Limit concurrency(int most) {
        return NONE.withConcurrency(most);
    }

    /** No more than this many starts in any stretch of that length. */
    public static Limit rate(int most, Duration per) {
        return NONE.withRate(most, per);
    }

    /** The same, and no more than this at a time. */
    public Limit withConcurrency(int most) {
        return new Limit(most, rate, per);
    }

    /** The same, and no more than this many starts in any stretch of that length. */
    public Limit withRate(int most, Duration newPer) {
        return new Limit(concurrency, most, newPer);
    }

    /** Whether there is nothing to keep count of. */
    public boolean isNone() {
        return concurrency == Integer.MAX_VALUE && rate == 0;
    }
}

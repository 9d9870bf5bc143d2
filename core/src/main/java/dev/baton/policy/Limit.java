package dev.baton.policy;

import java.time.Duration;

/**
 * A limit on the runs of a job or queue over all nodes: how many may run at a time, and how many may start per period.
 * Runs over the limit wait, the highest priority first.
 *
 * <pre>{@code
 * Job.named("send").limit(Limit.concurrency(5).withRate(100, Duration.ofMinutes(1))).run(context -> send());
 * }</pre>
 *
 * @param concurrency how many may run at a time
 * @param rate how many may start in any period of length {@code per}; 0 for no limit
 * @param per the length of the period
 */
public record Limit(int concurrency, int rate, Duration per) {

    private static final Limit NONE = new Limit(Integer.MAX_VALUE, 0, Duration.ZERO);

    /** Rejects limits under which nothing would ever run. */
    public Limit {
        if (concurrency < 1) {
            throw new IllegalArgumentException("at least one run must be allowed at a time, not " + concurrency);
        }
        if (rate < 0 || (rate > 0 && (per.isNegative() || per.isZero()))) {
            throw new IllegalArgumentException(
                    "a rate is 0 or more starts in a positive period, not " + rate + " in " + per);
        }
    }

    /** No limit. The default. */
    public static Limit none() {
        return NONE;
    }

    /** At most this many runs at a time. */
    public static Limit concurrency(int most) {
        return NONE.withConcurrency(most);
    }

    /** At most this many starts in any period of that length. */
    public static Limit rate(int most, Duration per) {
        return NONE.withRate(most, per);
    }

    /** This limit with at most this many runs at a time. */
    public Limit withConcurrency(int most) {
        return new Limit(most, rate, per);
    }

    /** This limit with at most this many starts in any period of that length. */
    public Limit withRate(int most, Duration newPer) {
        return new Limit(concurrency, most, newPer);
    }

    /** Whether this limit restricts nothing. */
    public boolean isNone() {
        return concurrency == Integer.MAX_VALUE && rate == 0;
    }
}

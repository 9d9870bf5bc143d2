package dev.baton.policy;

import java.time.Duration;

/**
 * The policy for how long ended executions are kept. Active executions are always kept. A limit of zero keeps none:
 * Baton removes each ended execution at its next check, within ten minutes of its end.
 *
 * <pre>{@code
 * Baton.builder().retention(Retention.count(20).withAge(Duration.ofDays(7))).build();
 * }</pre>
 *
 * @param count how many executions of each job or workflow are kept, the newest first; 0 for none
 * @param age how long executions are kept after their end; zero for no time
 * @param total how many executions of all jobs and workflows together are kept, the newest first; 0 for none
 */
public record Retention(int count, Duration age, int total) {

    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final Retention DEFAULT = new Retention(100, FOR_EVER, 100_000);
    private static final Retention UNLIMITED = new Retention(Integer.MAX_VALUE, FOR_EVER, Integer.MAX_VALUE);

    /** Rejects negative numbers. */
    public Retention {
        if (count < 0 || age.isNegative() || total < 0) {
            throw new IllegalArgumentException("the count, age and total of a retention cannot be negative");
        }
    }

    /** The last 100 of each job or workflow and the last 100,000 in all, however old. */
    public static Retention standard() {
        return DEFAULT;
    }

    /** Every execution, for a century: memory or disk is the only limit. */
    public static Retention unlimited() {
        return UNLIMITED;
    }

    /** The last {@code count} of each job or workflow; 0 keeps none. */
    public static Retention count(int count) {
        return new Retention(count, DEFAULT.age, DEFAULT.total);
    }

    /** This policy, without executions that ended longer ago than this. */
    public Retention withAge(Duration newAge) {
        return new Retention(count, newAge, total);
    }

    /** This policy, with at most this many executions of all jobs and workflows together. */
    public Retention withTotal(int newTotal) {
        return new Retention(count, age, newTotal);
    }
}

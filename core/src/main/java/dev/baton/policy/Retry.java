package dev.baton.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The policy for retries: how many attempts a run has, and the delays between them. The delay before attempt
 * <em>n</em>+1 is {@code delay × backoff^(n-1)}, capped, with a random share. The share is the same for the same run
 * and attempt, so that simulations and restarts agree.
 *
 * <pre>{@code
 * Job.named("fetch").retry(Retry.exponential(5, Duration.ofSeconds(2)).on(IOException.class)).run(context -> fetch());
 * }</pre>
 *
 * @param attempts the number of attempts, including the first
 * @param delay the delay before the second attempt
 * @param backoff the factor from one delay to the next
 * @param maxDelay the longest delay
 * @param jitter the share of the delay that is random, from 0 to 1
 * @param retryable which errors are retried; a timeout appears as a {@link java.util.concurrent.TimeoutException}
 */
public record Retry(
        int attempts,
        Duration delay,
        double backoff,
        Duration maxDelay,
        double jitter,
        Predicate<? super Throwable> retryable) {

    /** The most attempts one run can have. */
    public static final int MAX_ATTEMPTS = 10_000;

    private static final Duration NO_CAP = Duration.ofDays(365);
    private static final Predicate<Throwable> ANY_ERROR = error -> true;
    private static final Retry NONE = new Retry(1, Duration.ZERO, 1.0, NO_CAP, 0.0, ANY_ERROR);

    /** Rejects invalid values. */
    public Retry {
        if (attempts < 1 || attempts > MAX_ATTEMPTS) {
            throw new IllegalArgumentException("attempts must be from 1 to " + MAX_ATTEMPTS + ", not " + attempts);
        }
        if (delay.isNegative() || maxDelay.isNegative()) {
            throw new IllegalArgumentException("a retry delay cannot be negative");
        }
        if (!(backoff >= 1.0)) {
            throw new IllegalArgumentException("backoff must be 1 or more, not " + backoff);
        }
        if (!(jitter >= 0.0 && jitter <= 1.0)) {
            throw new IllegalArgumentException("jitter is a share from 0 to 1, not " + jitter);
        }
    }

    /** One attempt only. The default. */
    public static Retry none() {
        return NONE;
    }

    /** {@code attempts} attempts in all, with the same delay between them. */
    public static Retry fixed(int attempts, Duration delay) {
        return new Retry(attempts, delay, 1.0, NO_CAP, 0.0, ANY_ERROR);
    }

    /** {@code attempts} attempts in all, with a delay that doubles each time. */
    public static Retry exponential(int attempts, Duration delay) {
        return new Retry(attempts, delay, 2.0, NO_CAP, 0.0, ANY_ERROR);
    }

    /** This policy with another factor from one delay to the next. */
    public Retry withBackoff(double factor) {
        return new Retry(attempts, delay, factor, maxDelay, jitter, retryable);
    }

    /** This policy with no delay longer than this. */
    public Retry withMaxDelay(Duration cap) {
        return new Retry(attempts, delay, backoff, cap, jitter, retryable);
    }

    /** This policy with this share of each delay random: 0.2 turns 10 s into 8 s to 10 s. */
    public Retry withJitter(double share) {
        return new Retry(attempts, delay, backoff, maxDelay, share, retryable);
    }

    /** This policy for errors of these types only. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Retry on(Class<? extends Throwable>... types) {
        return when(isAnyOf(List.of(types)));
    }

    /** This policy without retries for errors of these types. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Retry neverOn(Class<? extends Throwable>... types) {
        Predicate<Throwable> never = isAnyOf(List.of(types));
        return when(error -> retryable.test(error) && !never.test(error));
    }

    /** This policy for errors that the predicate accepts only; the predicate must depend on the error alone. */
    public Retry when(Predicate<? super Throwable> retryable) {
        return new Retry(attempts, delay, backoff, maxDelay, jitter, retryable);
    }

    /**
     * Decides whether a failed attempt is retried.
     *
     * @param attempt the attempt that failed, from 1
     * @param error the error of that attempt
     * @param seed a number that identifies the run, so that its jitter is its own and repeatable
     * @return the delay before the next attempt, or empty if this was the last
     */
    public Optional<Duration> next(int attempt, Throwable error, long seed) {
        if (attempt >= attempts || !retryable.test(error)) {
            return Optional.empty();
        }
        double millis = Math.min(millis(delay) * Math.pow(backoff, attempt - 1.0), millis(maxDelay));
        millis -= millis * jitter * fraction(seed + attempt);
        return Optional.of(Duration.ofMillis((long) millis));
    }

    /** A duration in milliseconds, however long it is. */
    private static double millis(Duration duration) {
        return duration.getSeconds() * 1e3 + duration.getNano() / 1e6;
    }

    private static Predicate<Throwable> isAnyOf(List<Class<? extends Throwable>> types) {
        return error -> types.stream().anyMatch(type -> type.isInstance(error));
    }

    /** A number from 0 to 1 that looks random and depends only on the seed (the mixing step of SplitMix64). */
    private static double fraction(long seed) {
        long z = seed * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }
}

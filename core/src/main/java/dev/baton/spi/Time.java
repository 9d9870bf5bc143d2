package dev.baton.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;

/**
 * The engine's only source of time: it reads no other clock and sleeps in no other way. Tasks must be short and must
 * not block; they are called one at a time, in the order they are due. Safe from any thread.
 *
 * <pre>{@code
 * Time.Timer reminder = time.after(Duration.ofMinutes(5), () -> System.out.println("five minutes later"));
 * reminder.cancel();
 * }</pre>
 */
public interface Time extends AutoCloseable {

    /** A thousand years: longer than any wait, and far below the range where sums overflow. */
    long ENDLESS_SECONDS = 31_556_952_000L;

    /** The current time. */
    default Instant now() {
        return toInstant(micros());
    }

    /** The current time in microseconds since 1970. */
    long micros();

    /** A monotonic time in nanoseconds, unaffected by changes of the wall clock. */
    default long nanos() {
        return micros() * 1_000;
    }

    /** Whether the time comes from a machine's clock, which may be wrong. A simulated time is right by definition. */
    default boolean isFromClock() {
        return false;
    }

    /** Calls a task at an instant of the wall clock; at once if the instant has passed. */
    Timer at(Instant instant, Runnable task);

    /** Calls a task after a delay, unaffected by changes of the wall clock. */
    Timer after(Duration delay, Runnable task);

    /** Sleeps for a duration. */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Waits for a future to be done.
     *
     * @return whether it is done
     */
    boolean await(Future<?> done, Duration atMost) throws InterruptedException;

    /** Stops calling tasks. */
    @Override
    void close();

    /** A scheduled task. */
    interface Timer {

        /** Cancels the task; has no effect once it was called. */
        void cancel();
    }

    /** An instant from microseconds since 1970. */
    static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    /** A duration in microseconds, rounded up; {@link #ENDLESS_SECONDS} bounds it, in both directions. */
    static long toMicros(Duration duration) {
        return toMicros(duration.getSeconds(), duration.getNano(), ENDLESS_SECONDS);
    }

    /** Microseconds since 1970, rounded up, so that a timer for them is never early; within some 60,000 years. */
    static long toMicros(Instant instant) {
        return toMicros(instant.getEpochSecond(), instant.getNano(), 60 * ENDLESS_SECONDS);
    }

    private static long toMicros(long seconds, int nanos, long most) {
        if (Math.abs((double) seconds) >= most) {
            return Long.signum(seconds) * most * 1_000_000L;
        }
        return seconds * 1_000_000L + (nanos + 999) / 1_000;
    }
}

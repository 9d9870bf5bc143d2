package dev.baton.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;

/**
 * All the time there is: the engine reads no other clock and sleeps no other way. Tasks are short and must not block;
 * they are called one at a time, in the order they are due. Safe from any thread.
 */
public interface Time extends AutoCloseable {

    /** A thousand years: longer than anybody waits, and far from where sums overflow. */
    long ENDLESS_SECONDS = 31_556_952_000L;

    /** The time now. */
    default Instant now() {
        return toInstant(micros());
    }

    /** The time now, in microseconds since 1970. */
    long micros();

    /** Nanoseconds since some moment, which go on evenly whatever happens to the wall clock. */
    default long nanos() {
        return micros() * 1_000;
    }

    /** Whether it comes from a machine's clock, which may be wrong. A made-up time is right by definition. */
    default boolean isFromClock() {
        return false;
    }

    /** Calls a task at an instant by the wall clock, at once when that is past. */
    Timer at(Instant instant, Runnable task);

    /** Calls a task after a delay, whatever happens to the wall clock meanwhile. */
    Timer after(Duration delay, Runnable task);

    /** Sleeps. */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Waits for something to be done.
     *
     * @return whether it is done
     */
    boolean await(Future<?> done, Duration atMost) throws InterruptedException;

    /** Calls no further task. */
    @Override
    void close();

    /** A task that was asked for. */
    interface Timer {

        /** Calls the task off; without effect when it was called already. */
        void cancel();
    }

    /** An instant from microseconds since 1970. */
    static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    /** A duration in microseconds, rounded up; one of centuries is as good as endless. */
    static long toMicros(Duration duration) {
        return duration.getSeconds() >= ENDLESS_SECONDS
                ? ENDLESS_SECONDS * 1_000_000L
                : duration.getSeconds() * 1_000_000L + (duration.getNano() + 999) / 1_000;
    }

    /** Microseconds since 1970, rounded up, so that a timer for them is never early. */
    static long toMicros(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), (instant.getNano() + 999L) / 1_000L);
    }
}

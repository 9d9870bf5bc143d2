package dev.baton.server.metric;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches an expensive answer. Callers get the cached answer while it is fresh, and concurrent callers share one
 * computation. An answer stays fresh for at least a given time and for four times as long as its computation took, so
 * that computations take at most a fifth of one processor; or until something is known to have changed it. Safe from any
 * thread.
 */
public final class Remembered<T> implements Supplier<T> {

    private final Supplier<T> source;
    private final LongSupplier version;
    private final Pace pace;
    private @Nullable T known;
    private long knownVersion;

    /** Caches an answer for at least this time. */
    public Remembered(Duration fresh, Supplier<T> source) {
        this(Pace.every(fresh), source);
    }

    /** Caches an answer only as long as its cost requires: a cheap answer is computed for each caller. */
    public Remembered(Supplier<T> source) {
        this(Pace.every(Duration.ZERO), source);
    }

    /**
     * Caches an answer as long as its cost requires, and no longer than it is right.
     *
     * @param version differs from before when the answer may have changed; must be cheap
     */
    public Remembered(LongSupplier version, Supplier<T> source) {
        this(Pace.every(Duration.ZERO), version, source);
    }

    Remembered(Pace pace, Supplier<T> source) {
        this(pace, () -> 0, source);
    }

    Remembered(Pace pace, LongSupplier version, Supplier<T> source) {
        this.source = source;
        this.version = version;
        this.pace = pace;
    }

    @Override
    public synchronized T get() {
        T last = known;
        // Asked before the computation: a change in the middle of it makes the next caller compute again.
        long current = version.getAsLong();
        if (last != null && current == knownVersion && !pace.isDue()) {
            return last;
        }
        pace.work(() -> known = source.get());
        knownVersion = current;
        return Objects.requireNonNull(known, "an answer");
    }

    /** Decides when repeated work is due again. For one thread at a time. */
    public static final class Pace {

        private static final int TIMES_AS_LONG = 4;

        private final long least;
        private final LongSupplier nanos;
        private boolean worked;
        private long until;

        Pace(Duration least, LongSupplier nanos) {
            this.least = least.toNanos();
            this.nanos = nanos;
        }

        /** A pace with this time at least. */
        public static Pace every(Duration least) {
            return new Pace(least, System::nanoTime);
        }

        /** Whether the work is due: it was never done, or long enough ago. */
        public boolean isDue() {
            return !worked || nanos.getAsLong() - until >= 0;
        }

        /** Does the work and measures its time. Work that throws stays due. */
        public void work(Runnable work) {
            long begun = nanos.getAsLong();
            work.run();
            long end = nanos.getAsLong();
            until = end + Math.max(least, (end - begun) * TIMES_AS_LONG);
            worked = true;
        }
    }
}

package dev.baton.server.metric;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that costs something to find, kept for a while: callers that ask meanwhile get the last one, and callers that
 * ask at the same time share one search. It is kept for at least a given time and for four times as long as the search
 * took, so that the searches take a fifth of one processor at most, however often callers ask. Safe from any thread.
 */
public final class Remembered<T> implements Supplier<T> {

    private final Supplier<T> source;
    private final Pace pace;
    private @Nullable T known;

    /** An answer that is searched for at most once in a while. */
    public Remembered(Duration fresh, Supplier<T> source) {
        this(Pace.every(fresh), source);
    }

    /** An answer that is kept for no longer than its cost requires: a cheap one is found anew for each caller. */
    public Remembered(Supplier<T> source) {
        this(Pace.every(Duration.ZERO), source);
    }

    Remembered(Pace pace, Supplier<T> source) {
        this.source = source;
        this.pace = pace;
    }

    @Override
    public synchronized T get() {
        T last = known;
        if (last != null && !pace.isDue()) {
            return last;
        }
        pace.work(() -> known = source.get());
        return Objects.requireNonNull(known, "an answer");
    }

    /** When work that repeats is due again. For one thread at a time. */
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

        /** A pace of this time at least. */
        public static Pace every(Duration least) {
            return new Pace(least, System::nanoTime);
        }

        /** Whether the work has never been done, or long enough ago. */
        public boolean isDue() {
            return !worked || nanos.getAsLong() - until >= 0;
        }

        /** Does the work and takes its time. A failure leaves it due. */
        public void work(Runnable work) {
            long begun = nanos.getAsLong();
            work.run();
            long end = nanos.getAsLong();
            until = end + Math.max(least, (end - begun) * TIMES_AS_LONG);
            worked = true;
        }
    }
}

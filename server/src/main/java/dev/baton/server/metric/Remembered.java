package dev.baton.server.metric;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that costs something to find out, and so is found out once in a while however often it is asked for. Those
 * who ask meanwhile get the last one. Safe from any thread.
 */
public final class Remembered<T> implements Supplier<T> {

    private final Supplier<T> source;
    private final long freshNanos;
    private @Nullable T known;
    private long knownSince;

    /**
     * Nothing is known yet.
     *
     * @param fresh for how long an answer is good enough
     */
    public Remembered(Duration fresh, Supplier<T> source) {
        this.source = source;
        this.freshNanos = fresh.toNanos();
    }

    @Override
    public synchronized T get() {
        T last = known;
        if (last != null && System.nanoTime() - knownSince < freshNanos) {
            return last;
        }
        T found = source.get();
        known = found;
        knownSince = System.nanoTime();
        return found;
    }
}

package dev.baton.server.security;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A token bucket per key: each allows a burst and then a number of requests a second. The least recently used keys are
 * dropped if there are too many, so that a flood of addresses takes no memory. Safe from any thread.
 */
public final class Buckets {

    private static final int MOST_KEYS = 20_000;
    private static final double NANOS = 1e9;

    private static final class Bucket {
        double left;
        long filledAt;

        Bucket(double left, long filledAt) {
            this.left = left;
            this.filledAt = filledAt;
        }
    }

    private final Rate rate;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_KEYS;
        }
    };

    /**
     * The rate of a bucket.
     *
     * @param perSecond the requests a second in the long run
     * @param burst the requests at once
     */
    public record Rate(double perSecond, int burst) {}

    /** Creates buckets, all of them full. */
    public Buckets(Rate rate) {
        this(rate, System::nanoTime);
    }

    Buckets(Rate rate, LongSupplier nanoTime) {
        this.rate = rate;
        this.nanoTime = nanoTime;
    }

    /** Takes one token. Returns the time to wait if there is none. */
    public Optional<Duration> take(String key) {
        synchronized (buckets) {
            Bucket bucket = filled(key);
            if (bucket.left >= 1) {
                bucket.left -= 1;
                return Optional.empty();
            }
            return Optional.of(wait(bucket));
        }
    }

    private Duration wait(Bucket bucket) {
        return Duration.ofNanos((long) ((1 - bucket.left) / rate.perSecond * NANOS));
    }

    private Bucket filled(String key) {
        long now = nanoTime.getAsLong();
        Bucket bucket = buckets.computeIfAbsent(key, unused -> new Bucket(rate.burst, now));
        bucket.left = Math.min(rate.burst, bucket.left + (now - bucket.filledAt) / NANOS * rate.perSecond);
        bucket.filledAt = now;
        return bucket;
    }
}

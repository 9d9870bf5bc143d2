package dev.baton.internal.time;

import dev.baton.spi.Time;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Creates execution ids: UUIDs of version 7, which sort by the time of creation, and within a millisecond by a counter.
 * Safe from any thread.
 */
public final class Ids {

    private final Time time;
    private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    private long last;

    public Ids(Time time) {
        this.time = time;
    }

    public synchronized UUID next() {
        // Millisecond and counter as one number: when the counter of a millisecond is used up, the next millisecond
        // begins early.
        last = Math.max(last + 1, (time.micros() / 1_000) << 12);
        long high = ((last >>> 12) << 16) | 0x7000L | (last & 0xFFF);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}

package dev.baton.jdbc;

import java.security.SecureRandom;
import java.util.UUID;

/** Makes execution ids: UUIDs of version 7, which sort by the time they were made. Safe from any thread. */
final class Ids {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static long last;

    private Ids() {}

    static synchronized UUID next(long micros) {
        // Millisecond and counter as one number: when a millisecond has used up its counter, the next is begun early.
        last = Math.max(last + 1, (micros / 1_000) << 12);
        long high = ((last >>> 12) << 16) | 0x7000L | (last & 0xFFF);
        return new UUID(high, (RANDOM.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }
}

package dev.baton.jdbc;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Creates execution ids, which are UUIDs of version 7 and sort by the time of creation, and converts ids to bytes and
 * back. Safe from any thread.
 */
final class Ids {

    private static final HexFormat HEX = HexFormat.of();
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The order of ids in databases: by their bytes. */
    static final Comparator<UUID> IN_ORDER = (one, other) -> {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    };

    private static long last;

    private Ids() {}

    static synchronized UUID next(long micros) {
        // Millisecond and counter as one number: when the counter of a millisecond is used up, the next millisecond
        // begins early.
        last = Math.max(last + 1, (micros / 1_000) << 12);
        long high = ((last >>> 12) << 16) | 0x7000L | (last & 0xFFF);
        return new UUID(high, (RANDOM.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }

    /** An id as 16 bytes, which sort like the id. */
    static byte[] toBytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    static UUID fromBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    /** An id as 32 hexadecimal digits. */
    static String toHex(UUID id) {
        return HEX.toHexDigits(id.getMostSignificantBits()) + HEX.toHexDigits(id.getLeastSignificantBits());
    }
}

package dev.baton.schedule;

import java.nio.charset.StandardCharsets;

/**
 * The source of the values of {@code H}: a key, usually the name of the job, hashed with 64-bit FNV-1a. The same key
 * gives the same values on every machine and in every release.
 */
record HashKey(String key) {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** A number from 0 to {@code bound - 1}. */
    int pick(Field field, int bound) {
        long hash = fnv1a(key);
        // why: if every field used the same hash, the hour would follow from the minute and `H H * * *` would
        // reach 120 times of the day instead of 1,440. FNV alone is not enough: its low bits stay correlated.
        long own = field.equals(Field.MINUTE) ? hash : scramble(hash ^ fnv1a(field.name()));
        return (int) Long.remainderUnsigned(own, bound);
    }

    private static long fnv1a(String text) {
        long hash = FNV_OFFSET;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    /** The finalizer of MurmurHash3: every bit of the input affects every bit of the result. */
    private static long scramble(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}

package dev.baton.server.api.runs;

import java.math.BigInteger;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A prefix of an id. Ids are sorted, so ids with the same prefix are adjacent.
 *
 * @param digits its hexadecimal digits, without hyphens
 */
record IdPrefix(String digits) {

    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{1,8}(-[0-9a-f]{0,12}){0,4}");
    private static final int LENGTH = 32;
    private static final int HALF = 16;

    /**
     * Reads a prefix.
     *
     * @throws IllegalArgumentException if no id can have it
     */
    static IdPrefix of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        String digits = lower.replace("-", "");
        if (!TEXT.matcher(lower).matches() || digits.length() > LENGTH) {
            throw new IllegalArgumentException("it is not the beginning of an id such as 0190a5c8-7b3e");
        }
        return new IdPrefix(digits);
    }

    /** Whether an id has this prefix. */
    boolean matches(UUID id) {
        return id.toString().replace("-", "").startsWith(digits);
    }

    /** The id after the last one with this prefix; null if there is none. */
    @Nullable UUID end() {
        return neighbour('f', BigInteger.ONE);
    }

    /** The id before the first one with this prefix; null if there is none. */
    @Nullable UUID start() {
        return neighbour('0', BigInteger.ONE.negate());
    }

    private @Nullable UUID neighbour(char rest, BigInteger step) {
        String whole = digits + String.valueOf(rest).repeat(LENGTH - digits.length());
        BigInteger next = new BigInteger(whole, 16).add(step);
        if (next.signum() < 0 || next.bitLength() > 4 * LENGTH) {
            return null;
        }
        String hex = String.format("%32s", next.toString(16)).replace(' ', '0');
        return new UUID(
                Long.parseUnsignedLong(hex.substring(0, HALF), 16), Long.parseUnsignedLong(hex.substring(HALF), 16));
    }
}

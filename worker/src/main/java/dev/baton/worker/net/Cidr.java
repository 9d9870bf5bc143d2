package dev.baton.worker.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A range of addresses, like {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * <pre>{@code
 * boolean isInside = Cidr.of("10.0.0.0/8").contains(InetAddress.getByName("10.1.2.3")); // true
 * }</pre>
 *
 * @param base an address of the range
 * @param prefix the number of leading bits that all its addresses share
 */
public record Cidr(InetAddress base, int prefix) {

    /** Checks that the prefix fits the address. */
    public Cidr {
        if (prefix < 0 || prefix > base.getAddress().length * Byte.SIZE) {
            throw new IllegalArgumentException(
                    "%s/%d: the prefix does not fit the address".formatted(base.getHostAddress(), prefix));
        }
    }

    /**
     * Parses a range or a single address.
     *
     * @throws IllegalArgumentException when it is neither
     */
    public static Cidr of(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        // Accepts only digits, dots and colons: Java would look a name up.
        if (!address.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
            throw noRange(text);
        }
        try {
            InetAddress base = InetAddress.getAllByName(address)[0];
            int bits = base.getAddress().length * Byte.SIZE;
            return new Cidr(base, slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1)));
        } catch (UnknownHostException | NumberFormatException e) {
            throw noRange(text);
        }
    }

    /** Whether an address is in the range. */
    public boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != other[i]) {
                return false;
            }
        }
        int rest = prefix % Byte.SIZE;
        return rest == 0 || ((mine[whole] ^ other[whole]) & 0xff) >> (Byte.SIZE - rest) == 0;
    }

    private static IllegalArgumentException noRange(String text) {
        return new IllegalArgumentException(
                "\"%s\" is not a range of addresses; write it like 10.0.0.0/8 or fd00::/8".formatted(text));
    }
}

package dev.baton.server.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The position at which the next page of a list begins: the sort key of the last row, which clients return unchanged.
 * It contains no secret; the checksum detects invented or truncated cursors, which would otherwise show a wrong page.
 */
public record Cursor(List<String> parts) {

    private static final String SEPARATOR = "\n";
    private static final int MAX_LENGTH = 1000;

    /** A position, by the values of its sort key. */
    public static Cursor of(Object... parts) {
        return new Cursor(List.of(parts).stream().map(Object::toString).toList());
    }

    /** The text of the cursor for the client. */
    @Override
    public String toString() {
        String text = String.join(SEPARATOR, parts);
        String checked = checksum(text) + SEPARATOR + text;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(checked.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a cursor from a client.
     *
     * @throws IllegalArgumentException if it is not a cursor of this server
     */
    static Cursor parse(String given) {
        if (given.length() > MAX_LENGTH) {
            throw madeUp();
        }
        String checked = new String(decode(given), StandardCharsets.UTF_8);
        int end = checked.indexOf(SEPARATOR);
        String text = checked.substring(end + 1);
        if (end < 0 || !checked.substring(0, end).equals(checksum(text))) {
            throw madeUp();
        }
        return new Cursor(List.of(text.split(SEPARATOR, -1)));
    }

    /** One of the values, as text. */
    public String text(int part) {
        if (part >= parts.size()) {
            throw ofAnotherList();
        }
        return parts.get(part);
    }

    /** One of the values, as a time. */
    public Instant time(int part) {
        try {
            return Instants.parse(text(part));
        } catch (IllegalArgumentException notATime) {
            throw ofAnotherList();
        }
    }

    /** One of the values, as an id. */
    public UUID id(int part) {
        try {
            return UUID.fromString(text(part));
        } catch (IllegalArgumentException notAnId) {
            throw ofAnotherList();
        }
    }

    private static byte[] decode(String given) {
        try {
            return Base64.getUrlDecoder().decode(given);
        } catch (IllegalArgumentException notBase64) {
            throw madeUp();
        }
    }

    private static IllegalArgumentException madeUp() {
        return new IllegalArgumentException("it is not one that a page of a list gave as next");
    }

    private static ProblemException ofAnotherList() {
        return ProblemException.badParameter("cursor", "it is of another list");
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}

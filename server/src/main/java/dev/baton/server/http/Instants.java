package dev.baton.server.http;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/** Reads times from requests. */
public final class Instants {

    /** The range of valid times. Others are mistakes, and overflow microseconds. */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Instants() {}

    /**
     * Reads a time with a zone or an offset.
     *
     * @throws IllegalArgumentException if it is invalid or out of range
     */
    static Instant parse(String text) {
        try {
            return checked(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException notATime) {
            throw new IllegalArgumentException("it is not a time such as 2026-11-15T02:00:00Z", notATime);
        }
    }

    /**
     * Checks the range of a time, and returns it.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static Instant checked(Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException("it is not a time of the years 1 to 9999");
        }
        return time;
    }
}

package dev.baton.cli.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads an instant as people write it: ISO 8601, with an offset, or without one and then as the time in a zone. */
public final class Moment {

    private static final int FIRST_YEAR = 1;
    private static final int LAST_YEAR = 9999;

    private Moment() {}

    public static Optional<Instant> parse(String text, ZoneId local) {
        try {
            ZonedDateTime moment = text.indexOf('T') < 0 && text.indexOf('t') < 0
                    ? LocalDate.parse(text).atStartOfDay(local)
                    : dateTime(text, local);
            boolean usual = moment.getYear() >= FIRST_YEAR && moment.getYear() <= LAST_YEAR;
            return usual ? Optional.of(moment.toInstant()) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ZonedDateTime dateTime(String text, ZoneId local) {
        return DateTimeFormatter.ISO_DATE_TIME.parseBest(text, ZonedDateTime::from, LocalDateTime::from)
                        instanceof ZonedDateTime zoned
                ? zoned
                : LocalDateTime.parse(text, DateTimeFormatter.ISO_DATE_TIME).atZone(local);
    }
}

package dev.baton.schedule;

import dev.baton.error.DidYouMean;
import dev.baton.error.InvalidScheduleException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Parses a whole spec: checks its length, reads its time zone, and picks the form. */
final class ScheduleParser {

    private static final int MAX_LENGTH = 1024;
    private static final int SHOWN_OF_TOO_LONG = 60;

    private static final Map<String, List<String>> CALENDAR = Map.of(
            "@yearly", List.of("0", "0", "1", "1", "*"),
            "@annually", List.of("0", "0", "1", "1", "*"),
            "@monthly", List.of("0", "0", "1", "*", "*"),
            "@weekly", List.of("0", "0", "*", "*", "0"),
            "@daily", List.of("0", "0", "*", "*", "*"),
            "@midnight", List.of("0", "0", "*", "*", "*"),
            "@hourly", List.of("0", "*", "*", "*", "*"));

    private static final List<String> DESCRIPTORS = List.of(
            "@yearly",
            "@annually",
            "@monthly",
            "@weekly",
            "@daily",
            "@midnight",
            "@hourly",
            "@every",
            "@at",
            "@startup",
            "@reboot",
            "@triggered",
            "@manual",
            "@none");

    private final String schedule;
    private final ScheduleOptions options;

    ScheduleParser(String schedule, ScheduleOptions options) {
        this.schedule = Objects.requireNonNull(schedule, "text");
        this.options = Objects.requireNonNull(options, "options");
    }

    Schedule parse() {
        if (schedule.length() > MAX_LENGTH) {
            throw new InvalidScheduleException(
                    schedule.substring(0, SHOWN_OF_TOO_LONG) + "…",
                    "schedule",
                    "it has " + schedule.length() + " characters; " + MAX_LENGTH + " are the most");
        }
        ZonePrefix prefix = ZonePrefix.split(schedule, options.zone());
        List<String> words = words(prefix.rest());
        if (words.isEmpty()) {
            throw error("schedule", "it is empty");
        }
        return words.get(0).startsWith("@")
                ? descriptor(words, prefix.zone())
                : new CronParser(schedule, options).parse(words, prefix.zone());
    }

    private Schedule descriptor(List<String> words, ZoneId zone) {
        String name = words.get(0).toLowerCase(Locale.ROOT);
        return switch (name) {
            case "@every" -> new Every(interval(argument(words, "a duration, as in @every 1h30m")), schedule, zone);
            case "@at" ->
                new At(instant(argument(words, "an instant, as in @at 2026-12-24T18:00:00Z"), zone), schedule, zone);
            case "@startup", "@reboot" -> new Startup(alone(words), zone);
            case "@triggered", "@manual", "@none" -> new Triggered(alone(words), zone);
            default -> {
                List<String> fields = CALENDAR.get(name);
                if (fields == null) {
                    throw error(
                            "schedule",
                            "\"" + words.get(0) + "\" is not known" + DidYouMean.nextSentence(name, DESCRIPTORS));
                }
                yield new CronParser(alone(words), options).parse(fields, zone);
            }
        };
    }

    private String alone(List<String> words) {
        if (words.size() > 1) {
            throw error("schedule", words.get(0) + " stands alone; \"" + words.get(1) + "\" is too much");
        }
        return schedule;
    }

    private String argument(List<String> words, String what) {
        if (words.size() != 2) {
            throw error("schedule", words.get(0) + " takes " + what);
        }
        return words.get(1);
    }

    private Duration interval(String text) {
        return DurationText.parse(text)
                .orElseThrow(() -> error(
                        "interval",
                        "\"" + text + "\" is not a duration; write numbers with units (w, d, h, m, s), as in 1h30m"));
    }

    private Instant instant(String text, ZoneId zone) {
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return time instanceof OffsetDateTime withOffset
                    ? withOffset.toInstant()
                    : LocalDateTime.from(time).atZone(zone).toInstant();
        } catch (DateTimeParseException malformed) {
            throw error("instant", "\"" + text + "\" is not an instant; write it as 2026-12-24T18:00:00+01:00");
        }
    }

    private InvalidScheduleException error(String field, String reason) {
        return new InvalidScheduleException(schedule, field, reason);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>(7);
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean between = i == text.length() || Character.isWhitespace(text.charAt(i));
            if (between && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            } else if (!between && start < 0) {
                start = i;
            }
        }
        return words;
    }
}

package dev.baton.schedule;

import dev.baton.error.DidYouMean;
import dev.baton.error.InvalidScheduleException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/**
 * The zone prefix of a spec: {@code TZ=Europe/Berlin}.
 *
 * @param zone the zone it names, or the default if there is none
 * @param rest the spec without the prefix
 */
record ZonePrefix(ZoneId zone, String rest) {

    private static final String FIELD = "time zone";
    private static final int MAX_LENGTH = 64;

    static ZonePrefix split(String schedule, ZoneId defaultZone) {
        String text = schedule.strip();
        int nameStart = nameStart(text);
        if (nameStart == 0) {
            return new ZonePrefix(defaultZone, text);
        }
        int nameEnd = nameStart;
        while (nameEnd < text.length() && !Character.isWhitespace(text.charAt(nameEnd))) {
            nameEnd++;
        }
        String rest = text.substring(nameEnd).strip();
        if (rest.isEmpty()) {
            throw new InvalidScheduleException(schedule, "schedule", "nothing follows the time zone");
        }
        return new ZonePrefix(zone(schedule, unquoted(schedule, text.substring(nameStart, nameEnd))), rest);
    }

    private static int nameStart(String text) {
        for (String prefix : List.of("TZ=", "CRON_TZ=")) {
            if (text.regionMatches(true, 0, prefix, 0, prefix.length())) {
                return prefix.length();
            }
        }
        return 0;
    }

    private static String unquoted(String schedule, String name) {
        char first = name.isEmpty() ? ' ' : name.charAt(0);
        if (first != '"' && first != '\'') {
            return name;
        }
        if (name.length() < 2 || name.charAt(name.length() - 1) != first) {
            throw new InvalidScheduleException(schedule, FIELD, "the quote in front of " + name + " is not closed");
        }
        return name.substring(1, name.length() - 1);
    }

    private static ZoneId zone(String schedule, String name) {
        if (name.isEmpty()) {
            throw new InvalidScheduleException(schedule, FIELD, "its name is empty; write TZ=Europe/Berlin");
        }
        if (name.length() > MAX_LENGTH) {
            throw new InvalidScheduleException(
                    schedule, FIELD, "its name has " + name.length() + " characters; " + MAX_LENGTH + " are the most");
        }
        if (!name.chars().allMatch(ZonePrefix::isAllowed)) {
            throw new InvalidScheduleException(
                    schedule, FIELD, "\"" + name + "\" has a character that no time zone has in its name");
        }
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            String hint = DidYouMean.nextSentence(name, ZoneId.getAvailableZoneIds());
            throw new InvalidScheduleException(schedule, FIELD, "\"" + name + "\" is not known" + hint);
        }
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "/_-+:".indexOf(c) >= 0;
    }
}

package dev.baton.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time on the wire: {@code 90s}, {@code 2h30m}, {@code 250ms}. */
public final class DurationText {

    /** Its form, for schemas. */
    static final String PATTERN = "^([0-9]{1,9}(d|h|ms|m|s))+$";

    private static final Pattern PART = Pattern.compile("([0-9]{1,9})(d|h|ms|m|s)");
    private static final int MAX_LENGTH = 60;
    private static final Map<String, Long> MILLIS =
            new TreeMap<>(Map.of("d", 86_400_000L, "h", 3_600_000L, "m", 60_000L, "s", 1000L, "ms", 1L));

    private DurationText() {}

    /**
     * Reads a length of time.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Duration parse(String text) {
        Matcher part = PART.matcher(text);
        long millis = 0;
        int end = 0;
        while (text.length() <= MAX_LENGTH && part.region(end, text.length()).lookingAt()) {
            millis += Long.parseLong(part.group(1)) * MILLIS.getOrDefault(part.group(2), 0L);
            end = part.end();
        }
        if (end == 0 || end < text.length()) {
            throw new IllegalArgumentException("it is not a length of time such as 90s, 2h30m or 250ms");
        }
        return Duration.ofMillis(millis);
    }

    /** Writes a length of time, to the millisecond. */
    public static String format(Duration duration) {
        if (duration.toMillis() == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        append(text, duration.toHours(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }
}

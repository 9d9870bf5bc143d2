package dev.baton.worker.wire;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as files, messages, the API and the command line write them: {@code 90s}, {@code 2h30m}, {@code 250ms},
 * {@code 1.5h}.
 *
 * <pre>{@code
 * Duration patience = Durations.require("2h30m");
 * String text = Durations.format(patience); // 2h30m
 * }</pre>
 */
public final class Durations {

    /**
     * The longest allowed duration: a century. Longer ones are mistakes, and overflow where milliseconds are counted.
     */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    /** The regular expression of a duration, for schemas. */
    public static final String PATTERN = "^([0-9]+(\\.[0-9]+)?(w|d|h|ms|m|s|us|ns))+$";

    private static final int LONGEST_TEXT = 60;
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(w|d|h|ms|m|s|us|ns)");
    private static final Map<String, Long> NANOS = Map.of(
            "w", 7 * 86_400_000_000_000L,
            "d", 86_400_000_000_000L,
            "h", 3_600_000_000_000L,
            "m", 60_000_000_000L,
            "s", 1_000_000_000L,
            "ms", 1_000_000L,
            "us", 1_000L,
            "ns", 1L);

    private Durations() {}

    /** Parses numbers with units. Empty for any other text, and for more than {@link #LONGEST}. */
    public static Optional<Duration> parse(String text) {
        return ofAnyLength(text).filter(duration -> duration.compareTo(LONGEST) <= 0);
    }

    /** Parses a duration of any length, for text that a program has written. */
    static Optional<Duration> ofAnyLength(String text) {
        if (text.isEmpty() || text.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        int end = 0;
        while (end < text.length() && part.region(end, text.length()).lookingAt()) {
            BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
        }
        return end == text.length() ? ofNanos(nanos) : Optional.empty();
    }

    /**
     * Parses a duration or throws.
     *
     * @throws IllegalArgumentException when the text is no duration; the message says what is expected
     */
    public static Duration require(String text) {
        return parse(text)
                .orElseThrow(() -> new IllegalArgumentException("it is not a duration such as 90s, 2h30m or 250ms"));
    }

    /** A duration from a number of seconds. Empty if it is negative or more than {@link #LONGEST}. */
    public static Optional<Duration> ofSeconds(double seconds) {
        return seconds >= 0 && seconds <= LONGEST.toSeconds()
                ? ofNanos(BigDecimal.valueOf(seconds).movePointRight(9))
                : Optional.empty();
    }

    /** Writes a duration so that {@link #parse} reads it. */
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a negative duration cannot be written: " + duration);
        }
        StringBuilder text = new StringBuilder();
        add(text, duration.toHours(), "h");
        add(text, duration.toMinutesPart(), "m");
        add(text, duration.toSecondsPart(), "s");
        add(text, duration.toMillisPart(), "ms");
        add(text, duration.toNanosPart() % 1_000_000, "ns");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void add(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }

    private static Optional<Duration> ofNanos(BigDecimal nanos) {
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
        if (parts[0].compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofSeconds(parts[0].longValue(), parts[1].longValue()));
    }
}

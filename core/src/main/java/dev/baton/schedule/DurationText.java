package dev.baton.schedule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as specs write them ({@code 1h30m}, {@code 1.5h}, {@code 2d}) and as people say them. */
final class DurationText {

    private static final int MAX_LENGTH = 40;
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(w|d|h|ms|m|s|us|ns)");
    private static final Map<String, BigDecimal> SECONDS = Map.of(
            "w", BigDecimal.valueOf(7 * 86_400),
            "d", BigDecimal.valueOf(86_400),
            "h", BigDecimal.valueOf(3600),
            "m", BigDecimal.valueOf(60),
            "s", BigDecimal.ONE,
            "ms", BigDecimal.valueOf(1, 3),
            "us", BigDecimal.valueOf(1, 6),
            "ns", BigDecimal.valueOf(1, 9));

    private enum Unit {
        DAY(86_400),
        HOUR(3600),
        MINUTE(60),
        SECOND(1);

        final int seconds;

        Unit(int seconds) {
            this.seconds = seconds;
        }
    }

    private DurationText() {}

    /** Parses one or more numbers with units, each with or without a fraction. Empty if the text is anything else. */
    static Optional<Duration> parse(String text) {
        Matcher part = PART.matcher(text);
        BigDecimal seconds = BigDecimal.ZERO;
        int end = 0;
        while (text.length() <= MAX_LENGTH && end < text.length() && part.lookingAt()) {
            BigDecimal unit = SECONDS.getOrDefault(part.group(2), BigDecimal.ZERO);
            seconds = seconds.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
            part.region(end, text.length());
        }
        boolean complete = end > 0 && end == text.length();
        boolean countable = seconds.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0;
        return complete && countable ? Optional.of(duration(seconds)) : Optional.empty();
    }

    /** Formats the whole seconds of a duration as a spec. */
    static String format(Duration duration) {
        StringBuilder text = new StringBuilder();
        long rest = duration.toSeconds();
        for (Unit unit : List.of(Unit.HOUR, Unit.MINUTE, Unit.SECOND)) {
            if (rest / unit.seconds != 0) {
                text.append(rest / unit.seconds)
                        .append(unit.name().toLowerCase(Locale.ROOT).charAt(0));
            }
            rest %= unit.seconds;
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    /** The duration in words, to follow "every": {@code hour}, {@code 5 minutes}, {@code 1 hour and 30 minutes}. */
    static String inWords(Duration duration) {
        List<String> parts = new ArrayList<>();
        long rest = duration.toSeconds();
        for (Unit unit : Unit.values()) {
            if (rest / unit.seconds != 0) {
                parts.add(Words.count(rest / unit.seconds, unit.name().toLowerCase(Locale.ROOT)));
            }
            rest %= unit.seconds;
        }
        return parts.size() == 1 && parts.get(0).startsWith("1 ") ? parts.get(0).substring(2) : Words.list(parts);
    }

    private static Duration duration(BigDecimal seconds) {
        BigDecimal[] wholeAndFraction = seconds.divideAndRemainder(BigDecimal.ONE);
        return Duration.ofSeconds(
                wholeAndFraction[0].longValue(),
                wholeAndFraction[1].movePointRight(9).longValue());
    }
}

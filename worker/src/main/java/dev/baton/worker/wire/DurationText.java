package dev.baton.worker.wire;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as messages write them: {@code 90s}, {@code 2h30m}, {@code 250ms}. */
final class DurationText {

    private static final Pattern PART = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(d|h|ms|m|s|us|ns)");

    private record Unit(String name, Duration length) {}

    private static final List<Unit> UNITS = List.of(
            new Unit("h", Duration.ofHours(1)),
            new Unit("m", Duration.ofMinutes(1)),
            new Unit("s", Duration.ofSeconds(1)),
            new Unit("ms", Duration.ofMillis(1)),
            new Unit("us", Duration.ofNanos(1000)),
            new Unit("ns", Duration.ofNanos(1)));

    private DurationText() {}

    static String format(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a negative duration cannot be written: " + duration);
        }
        StringBuilder text = new StringBuilder();
        Duration rest = duration;
        for (Unit unit : UNITS) {
            long count = rest.dividedBy(unit.length());
            if (count > 0) {
                text.append(count).append(unit.name());
                rest = rest.minus(unit.length().multipliedBy(count));
            }
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    /** @throws IllegalArgumentException when it is something else */
    static Duration parse(String text) {
        Matcher part = PART.matcher(text);
        Duration duration = Duration.ZERO;
        int end = 0;
        while (end < text.length() && part.region(end, text.length()).lookingAt()) {
            duration = duration.plus(seconds(new BigDecimal(part.group(1)), part.group(2)));
            end = part.end();
        }
        if (end == 0 || end < text.length()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no duration; write it like 90s, 2h30m or 250ms".formatted(text));
        }
        return duration;
    }

    private static Duration seconds(BigDecimal count, String unit) {
        BigDecimal length = switch (unit) {
            case "d" -> BigDecimal.valueOf(86_400);
            case "h" -> BigDecimal.valueOf(3600);
            case "m" -> BigDecimal.valueOf(60);
            case "s" -> BigDecimal.ONE;
            case "ms" -> BigDecimal.valueOf(1, 3);
            case "us" -> BigDecimal.valueOf(1, 6);
            default -> BigDecimal.valueOf(1, 9);
        };
        BigDecimal[] parts = count.multiply(length).divideAndRemainder(BigDecimal.ONE);
        return Duration.ofSeconds(
                parts[0].longValue(), parts[1].movePointRight(9).longValue());
    }
}

package dev.baton.schedule;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** The grammar that descriptions share: lists, ranges, ordinals, plurals. */
final class Words {

    private Words() {}

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    static String list(List<String> parts) {
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    /** {@code 1 hour}, {@code 2 hours}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** {@code 1st}, {@code 2nd}, {@code 3rd}, {@code 4th}. */
    static String ordinal(int number) {
        String suffix = switch (number % 100 / 10 == 1 ? 0 : number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
        return number + suffix;
    }

    /** The zone in brackets; empty for UTC, the default. */
    static String zone(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC) ? "" : " (" + zone.getId() + ")";
    }
}

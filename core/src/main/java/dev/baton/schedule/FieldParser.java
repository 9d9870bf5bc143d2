package dev.baton.schedule;

import dev.baton.error.DidYouMean;
import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.Range.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parses one field: a list of {@code *}, {@code a}, {@code a-b} and {@code H}, each with or without a step. {@link
 * DayParser} parses the items of the day fields ({@code L}, {@code W}, {@code #}).
 */
final class FieldParser {

    private static final int DAYS_OF_EVERY_MONTH = 28;
    private static final int MAX_DIGITS = 9;

    private final Field field;
    private final String schedule;
    private final HashKey hashKey;

    FieldParser(Field field, String schedule, HashKey hashKey) {
        this.field = field;
        this.schedule = schedule;
        this.hashKey = hashKey;
    }

    FieldValues values(String text) {
        FieldValues values = FieldValues.NONE;
        for (String item : items(text)) {
            values = values.plus(range(item), field);
        }
        return values;
    }

    List<String> items(String text) {
        if (text.indexOf(',') < 0) {
            return List.of(text);
        }
        List<String> items = new ArrayList<>();
        int start = 0;
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', start)) {
            items.add(text.substring(start, comma));
            start = comma + 1;
        }
        items.add(text.substring(start));
        if (items.contains("")) {
            throw error("the list \"" + text + "\" has an empty item");
        }
        return items;
    }

    Range range(String item) {
        int slash = item.indexOf('/');
        boolean stepped = slash >= 0;
        String base = stepped ? item.substring(0, slash) : item;
        boolean hashed = isHash(base);
        Range span = hashed ? hashSpan(item, base, stepped) : span(item, base, stepped);
        if (!stepped) {
            return hashed ? span.only(hashKey.pick(field, span.size())) : span;
        }
        int step = step(item, item.substring(slash + 1), span);
        return span.every(step, hashed ? hashKey.pick(field, step) : 0);
    }

    /** Parses a number or name; {@code item} is the item that contains it, for error messages. */
    int value(String item, String text) {
        if (!isNumber(text)) {
            int index = field.names().indexOf(text.toUpperCase(Locale.ROOT));
            if (index < 0) {
                throw error(quoted(item, text) + " is not " + field.allowed()
                        + DidYouMean.nextSentence(text, field.names()));
            }
            return field.min() + index;
        }
        int number = number(text);
        if (number < field.min() || number > field.max()) {
            throw error(quoted(item, text) + " is out of range: allowed is " + field.allowed());
        }
        return number;
    }

    static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Parses digits; a number too large for any field stays too large. */
    static int number(String digits) {
        return digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    InvalidScheduleException error(String reason) {
        return new InvalidScheduleException(schedule, field.name(), reason);
    }

    private Range span(String item, String base, boolean stepped) {
        if (base.equals("*") || base.equals("?")) {
            return Range.of(field.min(), field.max() - field.min() + 1, Kind.ANY);
        }
        int hyphen = base.indexOf('-');
        if (hyphen >= 0) {
            return between(item, base.substring(0, hyphen), base.substring(hyphen + 1));
        }
        int value = value(item, base);
        return Range.of(value, stepped ? field.max() - value + 1 : 1, Kind.NAMED);
    }

    private Range between(String item, String from, String to) {
        if (from.isEmpty() || to.isEmpty() || to.indexOf('-') >= 0) {
            throw error("\"" + item + "\" is not a range: a range is written a-b, and numbers have no sign");
        }
        int first = value(item, from);
        int last = value(item, to);
        if (first <= last) {
            return Range.of(first, last - first + 1, Kind.NAMED);
        }
        if (field.cycle() == 0) {
            throw error("the range \"" + item + "\" ends before it begins");
        }
        return Range.of(first, Math.floorMod(last - first, field.cycle()) + 1, Kind.NAMED);
    }

    private static boolean isHash(String base) {
        return base.equalsIgnoreCase("H") || base.regionMatches(true, 0, "H(", 0, 2);
    }

    private Range hashSpan(String item, String base, boolean stepped) {
        if (field.equals(Field.YEAR)) {
            throw error("\"" + item + "\" hashes a year, which has no natural range. Name the year");
        }
        if (base.length() == 1) {
            // why: a job hashed to day 31 would not run in five months of the year.
            boolean everyMonth = field.equals(Field.DAY_OF_MONTH) && !stepped;
            return Range.of(field.min(), everyMonth ? DAYS_OF_EVERY_MONTH : field.cycle(), Kind.ANY);
        }
        int hyphen = base.indexOf('-');
        if (hyphen < 0 || !base.endsWith(")")) {
            throw error("\"" + item + "\" is not a hashed range: it is written H(a-b)");
        }
        return between(item, base.substring(2, hyphen), base.substring(hyphen + 1, base.length() - 1));
    }

    private int step(String item, String text, Range span) {
        if (!isNumber(text) || number(text) == 0) {
            throw error("the step in \"" + item + "\" must be a number of 1 or more");
        }
        int step = number(text);
        if (step >= span.size()) {
            throw error("the step in \"" + item + "\" must be smaller than the range it divides, which has "
                    + span.size() + (span.size() == 1 ? " value" : " values"));
        }
        return step;
    }

    private static String quoted(String item, String text) {
        return item.equals(text) ? "\"" + text + "\"" : "\"" + text + "\" in \"" + item + "\"";
    }
}

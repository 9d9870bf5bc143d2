package dev.baton.schedule;

import java.util.Locale;

/** Parses the two day fields, with the items that depend on the month: {@code L}, {@code 15W}, {@code MON#2}. */
final class DayParser {

    private static final int MAX_DAYS_FROM_END = 30;
    private static final int MAX_WEEKDAYS_IN_MONTH = 5;

    private DayParser() {}

    static DaysOfMonth daysOfMonth(String text, FieldParser field) {
        FieldValues values = FieldValues.NONE;
        int fromEnd = 0;
        int nearestWeekday = 0;
        for (String item : field.items(text)) {
            String upper = item.toUpperCase(Locale.ROOT);
            if (upper.equals("LW")) {
                nearestWeekday |= 1;
            } else if (upper.startsWith("L")) {
                fromEnd |= 1 << daysFromEnd(item, field);
            } else if (upper.endsWith("W")) {
                nearestWeekday |= 1 << field.value(item, item.substring(0, item.length() - 1));
            } else {
                values = values.plus(field.range(item), Field.DAY_OF_MONTH);
            }
        }
        return values.any() ? DaysOfMonth.ANY : new DaysOfMonth(true, (int) values.bits(), fromEnd, nearestWeekday);
    }

    static DaysOfWeek daysOfWeek(String text, FieldParser field) {
        FieldValues values = FieldValues.NONE;
        long nth = 0;
        for (String item : field.items(text)) {
            int hash = item.indexOf('#');
            if (hash >= 0) {
                int weekday = field.value(item, item.substring(0, hash));
                nth |= DaysOfWeek.nthBit(weekday % 7, occurrence(item, item.substring(hash + 1), field));
            } else if (item.endsWith("L") || item.endsWith("l")) {
                nth |= DaysOfWeek.nthBit(lastWeekday(item, field) % 7, DaysOfWeek.LAST);
            } else {
                values = values.plus(field.range(item), Field.DAY_OF_WEEK);
            }
        }
        int sundayAs7 = (int) values.bits();
        int weekly = (sundayAs7 | (sundayAs7 >>> 7)) & DaysOfWeek.ALL;
        return values.any() ? DaysOfWeek.ANY : new DaysOfWeek(true, weekly, nth);
    }

    private static int daysFromEnd(String item, FieldParser field) {
        if (item.length() == 1) {
            return 0;
        }
        String days = item.substring(2);
        if (item.charAt(1) != '-' || !FieldParser.isNumber(days)) {
            throw field.error("\"" + item + "\" is not a day: the last one is L, the third before it L-3, the last"
                    + " weekday LW");
        }
        if (FieldParser.number(days) == 0) {
            throw field.error("\"" + item + "\" is not a day: the last one is L, the day before it L-1");
        }
        if (FieldParser.number(days) > MAX_DAYS_FROM_END) {
            throw field.error("\"" + item + "\" is out of range: L-" + MAX_DAYS_FROM_END + " is the most");
        }
        return FieldParser.number(days);
    }

    private static int occurrence(String item, String text, FieldParser field) {
        if (text.equalsIgnoreCase("L")) {
            return DaysOfWeek.LAST;
        }
        int n = FieldParser.isNumber(text) ? FieldParser.number(text) : 0;
        if (n < 1 || n > MAX_WEEKDAYS_IN_MONTH) {
            throw field.error("\"" + item + "\" must have a number from 1 to " + MAX_WEEKDAYS_IN_MONTH
                    + " after the #, or L for the last");
        }
        return n;
    }

    private static int lastWeekday(String item, FieldParser field) {
        if (item.length() == 1) {
            throw field.error("\"" + item + "\" does not say which weekday is the last of the month: write FRIL or 5L");
        }
        return field.value(item, item.substring(0, item.length() - 1));
    }
}

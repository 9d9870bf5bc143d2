package dev.baton.schedule;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes the dates of a spec in English; the text follows the description of its times. */
final class DayDescription {

    private static final int MOST_LISTED = 8;
    private static final List<String> ORDINALS = List.of("last", "first", "second", "third", "fourth", "fifth");
    private static final String OF_THE_MONTH = " of the month";

    private final Days days;
    private final ValueSet weekdays;
    private final ValueSet months;

    DayDescription(Days days) {
        this.days = days;
        this.weekdays = new ValueSet(mondayFirst(days.daysOfWeek().weekly()), 1, 7);
        this.months = new ValueSet((long) days.months() << 1, 1, 12);
    }

    /** The text to append; {@code onAnyDay} is used if neither day field restricts anything. */
    String text(String onAnyDay) {
        boolean byMonth = days.daysOfMonth().restricted();
        boolean byWeek = days.daysOfWeek().restricted();
        if (byMonth && byWeek) {
            String joint = days.match() == DayMatch.BOTH ? " when it falls on " : " or on ";
            return " on " + daysOfMonth() + OF_THE_MONTH + joint + daysOfWeek(OF_THE_MONTH) + monthsAndYears(", in ");
        }
        if (byMonth) {
            return " on " + daysOfMonth() + ofMonthsAndYears();
        }
        if (!byWeek) {
            return onAnyDay + monthsAndYears(" in ");
        }
        if (days.daysOfWeek().weekly() == 0) {
            return " on " + daysOfWeek(ofMonthsAndYears());
        }
        if (weekdays.isSpan() && !weekdays.isAll() && days.daysOfWeek().nth() == 0) {
            return ", " + daysOfWeek("") + monthsAndYears(", in ");
        }
        return " on " + daysOfWeek(OF_THE_MONTH) + monthsAndYears(" in ");
    }

    private String daysOfMonth() {
        DaysOfMonth field = days.daysOfMonth();
        List<String> parts = new ArrayList<>();
        if (field.days() != 0) {
            parts.add(plainDays(new ValueSet(field.days() & 0xFFFF_FFFFL, 1, 31)));
        }
        for (int n = 0; n <= 30; n++) {
            if (((field.fromEnd() >>> n) & 1) != 0) {
                parts.add(fromEnd(n));
            }
        }
        for (int n = 1; n <= 31; n++) {
            if (((field.nearestWeekday() >>> n) & 1) != 0) {
                parts.add("the weekday nearest day " + n);
            }
        }
        if ((field.nearestWeekday() & 1) != 0) {
            parts.add("the last weekday");
        }
        return Words.list(parts);
    }

    private static String plainDays(ValueSet values) {
        if (values.isAll()) {
            return "every day";
        }
        if (values.step() > 0 && values.count() > MOST_LISTED) {
            return "every " + Words.ordinal(values.step()) + " day from day " + values.first();
        }
        return "day " + values.inWords(Integer::toString);
    }

    private static String fromEnd(int n) {
        return switch (n) {
            case 0 -> "the last day";
            case 1 -> "the day before the last";
            default -> "the " + Words.ordinal(n) + " day before the last";
        };
    }

    /** {@code ofMonth} follows the nth weekdays, if there are any. */
    private String daysOfWeek(String ofMonth) {
        List<String> parts = new ArrayList<>();
        if (weekdays.isAll()) {
            parts.add("any weekday");
        } else if (weekdays.count() > 0) {
            parts.add(weekdays.inWords(DayDescription::weekday));
        }
        for (int weekday = 1; weekday <= 7; weekday++) {
            for (int n = 0; n < ORDINALS.size(); n++) {
                if ((days.daysOfWeek().nth() & DaysOfWeek.nthBit(weekday % 7, n)) != 0) {
                    parts.add("the " + ORDINALS.get(n) + " " + weekday(weekday));
                }
            }
        }
        return Words.list(parts) + (days.daysOfWeek().nth() == 0 ? "" : ofMonth);
    }

    private String ofMonthsAndYears() {
        return months.isAll() ? OF_THE_MONTH + monthsAndYears(" in ") : monthsAndYears(" of ");
    }

    private String monthsAndYears(String preposition) {
        Years years = days.years();
        if (months.isAll()) {
            return years.isEvery() ? "" : preposition + years(years);
        }
        String text = preposition + months.inWords(DayDescription::month);
        if (years.isEvery()) {
            return text;
        }
        boolean oneYear = years.ranges().size() == 1 && years.ranges().get(0).count() == 1;
        return text + (oneYear ? " " : ", in ") + years(years);
    }

    private static String years(Years years) {
        return Words.list(years.ranges().stream().map(DayDescription::years).toList());
    }

    private static String years(Range range) {
        if (range.count() == 1) {
            return Integer.toString(range.first());
        }
        int last = range.first() + (range.count() - 1) * range.step();
        String until = range.first() + range.size() > Field.YEAR.max() ? " on" : " to " + last;
        return range.step() == 1 && !until.equals(" on")
                ? range.first() + until
                : "every " + (range.step() == 1 ? "" : Words.ordinal(range.step()) + " ") + "year from " + range.first()
                        + until;
    }

    private static int mondayFirst(int sundayFirst) {
        return (sundayFirst | (sundayFirst << 7)) & 0xFE;
    }

    private static String weekday(int number) {
        return DayOfWeek.of(number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    private static String month(int number) {
        return Month.of(number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }
}

package dev.baton.schedule;

import dev.baton.error.InvalidScheduleException;
import java.time.ZoneId;
import java.util.List;

/** Turns the fields of a cron spec into a {@link Cron}. */
final class CronParser {

    private static final int SMALLEST_YEAR_TOLD_BY_ITS_SIZE = 100;

    private final String schedule;
    private final ScheduleOptions options;
    private final HashKey hashKey;

    CronParser(String schedule, ScheduleOptions options) {
        this.schedule = schedule;
        this.options = options;
        this.hashKey = new HashKey(options.hashKey());
    }

    Cron parse(List<String> fields, ZoneId zone) {
        int size = fields.size();
        if (size < 5 || size > 7) {
            throw new InvalidScheduleException(schedule, "schedule", fieldCount(fields));
        }
        boolean hasYear = size == 7 || (size == 6 && looksLikeYear(fields.get(5)));
        boolean hasSeconds = size == 7 || (size == 6 && !hasYear);
        int minute = hasSeconds ? 1 : 0;

        FieldValues seconds = values(Field.SECOND, hasSeconds ? fields.get(0) : "0");
        FieldValues minutes = values(Field.MINUTE, fields.get(minute));
        FieldValues hours = values(Field.HOUR, fields.get(minute + 1));
        DaysOfMonth daysOfMonth = DayParser.daysOfMonth(fields.get(minute + 2), parser(Field.DAY_OF_MONTH));
        FieldValues months = values(Field.MONTH, fields.get(minute + 3));
        DaysOfWeek daysOfWeek = DayParser.daysOfWeek(fields.get(minute + 4), parser(Field.DAY_OF_WEEK));
        Years years = hasYear ? years(fields.get(size - 1)) : Years.EVERY;

        Times times = new Times(seconds.bits(), minutes.bits(), (int) hours.bits());
        Days days = new Days(daysOfMonth, daysOfWeek, options.dayMatch(), (int) (months.bits() >>> 1), years);
        return new Cron(
                schedule,
                ZoneTimeline.of(zone),
                times,
                hours.named() && !hours.any(),
                days.everyDay() ? Days.EVERY : days,
                options.searchYears());
    }

    /** Whether a field holds a number too large for any but a year. */
    static boolean looksLikeYear(String field) {
        int number = 0;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            number = c >= '0' && c <= '9' ? number * 10 + c - '0' : 0;
            if (number >= SMALLEST_YEAR_TOLD_BY_ITS_SIZE) {
                return true;
            }
        }
        return false;
    }

    private FieldValues values(Field field, String text) {
        return parser(field).values(text);
    }

    private FieldParser parser(Field field) {
        return new FieldParser(field, schedule, hashKey);
    }

    private Years years(String text) {
        FieldParser parser = parser(Field.YEAR);
        List<Range> ranges = parser.items(text).stream().map(parser::range).toList();
        boolean every = ranges.stream().anyMatch(range -> range.kind() == Range.Kind.ANY);
        return every ? Years.EVERY : new Years(ranges);
    }

    private static String fieldCount(List<String> fields) {
        String found = fields.size() == 1 ? "it has 1 field" : "it has " + fields.size() + " fields";
        return found + "; a cron spec has 5 (minute hour day-of-month month day-of-week), 6 with seconds in front or a"
                + " year behind, or 7 with both";
    }
}

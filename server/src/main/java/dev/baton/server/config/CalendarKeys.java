package dev.baton.server.config;

import dev.baton.Calendar;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of {@code [calendars.NAME]}. */
final class CalendarKeys {

    private static final int LONGEST_RANGE_DAYS = 36_500;

    private record Range(LocalDate first, LocalDate last) {}

    private static final Type<Range> RANGE = Types.parsed(
            "date..date",
            "two dates such as \"2026-12-24..2027-01-01\", a century apart at most",
            CalendarKeys::range,
            range -> range.first() + ".." + range.last());

    private static final Key<List<LocalDate>> DATES = Key.of(
                    "dates", Types.list(Types.DATE), "Dates on which nothing fires.")
            .otherwise(List.of());
    private static final Key<List<Range>> RANGES = Key.of(
                    "ranges", Types.list(RANGE), "Ranges of dates, both ends included, on which nothing fires.")
            .otherwise(List.of());

    private static final Key<List<Weekday>> WEEKDAYS = Key.of(
                    "weekdays",
                    Types.list(Types.choice(Weekday.class, '_')),
                    "Days of every week on which nothing fires.")
            .otherwise(List.of());

    static final Section SECTION = new Section(
            "[calendars.NAME]",
            "Days on which schedules that name the calendar do not fire.",
            List.of(DATES, RANGES, WEEKDAYS));

    private enum Weekday {
        MON,
        TUE,
        WED,
        THU,
        FRI,
        SAT,
        SUN;

        DayOfWeek day() {
            return DayOfWeek.of(ordinal() + 1);
        }
    }

    private CalendarKeys() {}

    private static Optional<Range> range(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            return Optional.empty();
        }
        try {
            LocalDate first = LocalDate.parse(text.substring(0, dots));
            LocalDate last = LocalDate.parse(text.substring(dots + 2));
            boolean ordered = !last.isBefore(first) && last.isBefore(first.plusDays(LONGEST_RANGE_DAYS));
            return ordered ? Optional.of(new Range(first, last)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static Calendar read(String name, Table table) {
        Set<LocalDate> dates = new LinkedHashSet<>(table.get(DATES));
        table.get(RANGES)
                .forEach(range ->
                        range.first().datesUntil(range.last().plusDays(1)).forEach(dates::add));
        Set<DayOfWeek> weekdays = EnumSet.noneOf(DayOfWeek.class);
        table.get(WEEKDAYS).forEach(weekday -> weekdays.add(weekday.day()));
        if (weekdays.size() == Weekday.values().length) {
            table.problem(
                    WEEKDAYS, "has all days of the week: nothing would ever fire.", "Pause the jobs, or remove a day.");
            weekdays.clear();
        }
        return Calendar.of(name, dates).withWeekdays(weekdays);
    }
}

package dev.baton;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/**
 * Days on which a schedule does not fire: public holidays, a freeze, weekends. Days are days in the schedule's zone.
 *
 * <pre>{@code
 * Calendar off = Calendar.of("off", LocalDate.of(2026, 12, 25)).withWeekdays(SATURDAY, SUNDAY);
 * Job report = Job.named("report").cron("0 2 * * *").except(off).run(context -> write());
 * }</pre>
 *
 * @param name the calendar's name
 * @param dates the single dates
 * @param weekdays the days of the week, every week
 */
public record Calendar(String name, Set<LocalDate> dates, Set<DayOfWeek> weekdays) {

    static final Calendar EMPTY = new Calendar("empty", Set.of(), Set.of());

    /** Copies the days and rejects a calendar of all seven weekdays, under which nothing would ever fire. */
    public Calendar {
        Names.check(name);
        dates = Set.copyOf(dates);
        weekdays = Set.copyOf(weekdays);
        if (weekdays.size() == DayOfWeek.values().length) {
            throw new IllegalArgumentException(
                    "calendar \"" + name + "\" has all days of the week: nothing would fire");
        }
    }

    /** A calendar of these dates. */
    public static Calendar of(String name, LocalDate... dates) {
        return of(name, Arrays.asList(dates));
    }

    /** A calendar of these dates. */
    public static Calendar of(String name, Collection<LocalDate> dates) {
        return new Calendar(name, Set.copyOf(dates), Set.of());
    }

    /** This calendar with these days of every week. */
    public Calendar withWeekdays(DayOfWeek... newWeekdays) {
        return withWeekdays(Arrays.asList(newWeekdays));
    }

    /** This calendar with these days of every week. */
    public Calendar withWeekdays(Collection<DayOfWeek> newWeekdays) {
        return new Calendar(name, dates, Set.copyOf(newWeekdays));
    }

    /** Whether an instant falls on one of the days, in a zone. */
    public boolean contains(Instant instant, ZoneId zone) {
        if (isEmpty()) {
            return false;
        }
        LocalDate date = LocalDate.ofInstant(instant, zone);
        return weekdays.contains(date.getDayOfWeek()) || dates.contains(date);
    }

    boolean isEmpty() {
        return dates.isEmpty() && weekdays.isEmpty();
    }

    Instant lastInstantOfDay(Instant instant, ZoneId zone) {
        return LocalDate.ofInstant(instant, zone)
                .plusDays(1)
                .atStartOfDay(zone)
                .toInstant()
                .minusSeconds(1);
    }
}

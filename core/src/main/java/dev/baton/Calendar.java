package dev.baton;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/**
 * Dates on which a schedule does not fire: public holidays, a freeze. A date is taken in the schedule's own zone.
 *
 * @param name what it is called
 * @param dates the dates
 */
public record Calendar(String name, Set<LocalDate> dates) {

    static final Calendar EMPTY = new Calendar("empty", Set.of());

    /** Copies the dates. */
    public Calendar {
        Names.check(name);
        dates = Set.copyOf(dates);
    }

    /** A calendar of these dates. */
    public static Calendar of(String name, LocalDate... dates) {
        return new Calendar(name, Set.copyOf(Arrays.asList(dates)));
    }

    /** A calendar of these dates. */
    public static Calendar of(String name, Collection<LocalDate> dates) {
        return new Calendar(name, Set.copyOf(dates));
    }

    /** Whether an instant falls on one of the dates. */
    public boolean contains(Instant instant, ZoneId zone) {
        return !dates.isEmpty() && dates.contains(LocalDate.ofInstant(instant, zone));
    }

    boolean isEmpty() {
        return dates.isEmpty();
    }

    Instant lastInstantOfDay(Instant instant, ZoneId zone) {
        return LocalDate.ofInstant(instant, zone)
                .plusDays(1)
                .atStartOfDay(zone)
                .toInstant()
                .minusSeconds(1);
    }
}

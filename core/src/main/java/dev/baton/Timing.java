package dev.baton;

import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.schedule.Triggered;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The timing of a job or workflow: its schedule and the settings around it.
 *
 * <pre>{@code
 * String schedule = baton.job("report").map(job -> job.timing().spec().text()).orElse("@triggered");
 * }</pre>
 *
 * @param spec the schedule as written
 * @param missed what happens to missed fires
 * @param bounds the instants and days on which it may fire
 * @param jitter the longest random delay of a fire
 * @param immediately whether it fires once at the start as well
 * @param once whether it is removed after its first execution
 */
public record Timing(Spec spec, MissedFires missed, Bounds bounds, Duration jitter, boolean immediately, boolean once) {

    /** The timing of a job that fires only when triggered. */
    public static final Timing TRIGGERED =
            new Timing(Spec.TRIGGERED, MissedFires.skip(), Bounds.NONE, Duration.ZERO, false, false);

    /** Rejects a negative jitter. */
    public Timing {
        if (jitter.isNegative()) {
            throw new IllegalArgumentException("jitter delays a fire and cannot be negative: " + jitter);
        }
    }

    /** Whether it says no more than that nothing fires by itself: {@code @triggered}, or no schedule at all. */
    public boolean isTriggered() {
        return withSpec(Spec.TRIGGERED).equals(TRIGGERED) && spec.isTriggered();
    }

    /**
     * A schedule as written; parsing it needs the job's name and the scheduler's zone.
     *
     * @param text the text of the schedule; ignored if {@code schedule} is set
     * @param schedule the schedule, if it was given as an object
     * @param zone the zone, if one was given
     * @param dayMatch whether one or both of two restricted day fields must match
     */
    public record Spec(
            String text,
            @Nullable Schedule schedule,
            @Nullable ZoneId zone,
            DayMatch dayMatch) {

        static final Spec TRIGGERED = new Spec("@triggered", Schedule.triggered(), null, DayMatch.EITHER);

        /**
         * Parses the schedule.
         *
         * @param name the job's name, from which {@code H} is hashed
         * @param defaultZone the zone if neither the text nor the job names one
         */
        public Schedule resolve(String name, ZoneId defaultZone) {
            return schedule != null ? schedule : Schedule.parse(text, options(name, zone == null ? defaultZone : zone));
        }

        boolean isTriggered() {
            return (schedule != null ? schedule : Schedule.parse(text)) instanceof Triggered;
        }

        Spec withText(String newText) {
            Schedule.parse(newText, options("", ScheduleOptions.DEFAULT.zone()));
            return new Spec(newText, null, zone, dayMatch);
        }

        Spec withSchedule(Schedule newSchedule) {
            return new Spec(newSchedule.text(), newSchedule, zone, dayMatch);
        }

        Spec withZone(ZoneId newZone) {
            return new Spec(text, schedule, newZone, dayMatch);
        }

        Spec withDayMatch(DayMatch newDayMatch) {
            return new Spec(text, schedule, zone, newDayMatch);
        }

        private ScheduleOptions options(String name, ZoneId inZone) {
            return ScheduleOptions.DEFAULT
                    .withZone(inZone)
                    .withDayMatch(dayMatch)
                    .withHashKey(name);
        }
    }

    /**
     * The bounds within which a schedule may fire.
     *
     * @param from the first instant that may fire; null for no bound
     * @param until the first instant that may not fire any more; null for no bound
     * @param except the days without fires
     */
    public record Bounds(@Nullable Instant from, @Nullable Instant until, Calendar except) {

        private static final Duration SEARCHED = Duration.ofDays(36_525);

        static final Bounds NONE = new Bounds(null, null, Calendar.EMPTY);

        Bounds withFrom(Instant newFrom) {
            return new Bounds(newFrom, until, except);
        }

        Bounds withUntil(Instant newUntil) {
            return new Bounds(from, newUntil, except);
        }

        Bounds withExcept(Calendar newExcept) {
            return new Bounds(from, until, newExcept);
        }

        /** The first fire after an instant that lies within these bounds, if there is one within a century. */
        public Optional<Instant> nextFire(Schedule schedule, Instant after) {
            Instant cursor = from != null && from.isAfter(after) ? from.minusSeconds(1) : after;
            Instant firstExcepted = null;
            while (true) {
                Optional<Instant> fire = schedule.nextFire(cursor);
                if (fire.isEmpty() || (until != null && !fire.get().isBefore(until))) {
                    return Optional.empty();
                }
                if (firstExcepted != null && fire.get().isAfter(firstExcepted.plus(SEARCHED))) {
                    // For example a schedule of Saturdays with a calendar that excludes all of them.
                    return Optional.empty();
                }
                if (!except.contains(fire.get(), schedule.zone())
                        && (from == null || !fire.get().isBefore(from))) {
                    return fire;
                }
                firstExcepted = firstExcepted == null ? fire.get() : firstExcepted;
                cursor = except.isEmpty() ? fire.get() : except.lastInstantOfDay(fire.get(), schedule.zone());
                if (cursor.isBefore(fire.get())) {
                    cursor = fire.get();
                }
            }
        }

        /** Whether a fire lies within these bounds. */
        public boolean allow(Instant fire, ZoneId zone) {
            return (from == null || !fire.isBefore(from))
                    && (until == null || fire.isBefore(until))
                    && !except.contains(fire, zone);
        }
    }

    Timing withSpec(Spec newSpec) {
        return new Timing(newSpec, missed, bounds, jitter, immediately, once);
    }

    Timing withMissed(MissedFires newMissed) {
        return new Timing(spec, newMissed, bounds, jitter, immediately, once);
    }

    Timing withBounds(Bounds newBounds) {
        return new Timing(spec, missed, newBounds, jitter, immediately, once);
    }

    Timing withJitter(Duration newJitter) {
        return new Timing(spec, missed, bounds, newJitter, immediately, once);
    }

    Timing withImmediately(boolean newImmediately) {
        return new Timing(spec, missed, bounds, jitter, newImmediately, once);
    }

    Timing withOnce(boolean newOnce) {
        return new Timing(spec, missed, bounds, jitter, immediately, newOnce);
    }
}

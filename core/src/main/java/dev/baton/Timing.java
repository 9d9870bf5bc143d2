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
 * When a job or workflow fires: its schedule, and what bends it.
 *
 * @param spec the schedule as written
 * @param missed what becomes of missed fires
 * @param bounds when it may fire at all
 * @param jitter the longest random delay of a fire
 * @param immediately whether it fires once at the start as well
 * @param once whether it is removed after its first execution
 */
public record Timing(Spec spec, MissedFires missed, Bounds bounds, Duration jitter, boolean immediately, boolean once) {

    /** Fires only when triggered. */
    public static final Timing TRIGGERED =
            new Timing(Spec.TRIGGERED, MissedFires.skip(), Bounds.NONE, Duration.ZERO, false, false);

    /** Refuses a negative jitter. */
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
     * A schedule as written, to be read with the name of its job and the scheduler's zone.
     *
     * @param text the text; ignored when there is a schedule
     * @param schedule the schedule, when it was given as an object
     * @param zone the zone, when one was given
     * @param dayMatch whether one or both of two restricted day fields must match
     */
    public record Spec(
            String text,
            @Nullable Schedule schedule,
            @Nullable ZoneId zone,
            DayMatch dayMatch) {

        static final Spec TRIGGERED = new Spec("@triggered", Schedule.triggered(), null, DayMatch.EITHER);

        /**
         * The schedule to go by.
         *
         * @param name the job's name, from which {@code H} is hashed
         * @param defaultZone the zone when the text and the job name none
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
     * When a schedule may fire at all.
     *
     * @param from no fire before this
     * @param until no fire at or after this
     * @param except no fire on these days
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

        /** The first fire after an instant that these bounds let through, if there is one within a century of it. */
        public Optional<Instant> nextFire(Schedule schedule, Instant after) {
            Instant cursor = from != null && from.isAfter(after) ? from.minusSeconds(1) : after;
            Instant firstExcepted = null;
            while (true) {
                Optional<Instant> fire = schedule.nextFire(cursor);
                if (fire.isEmpty() || (until != null && !fire.get().isBefore(until))) {
                    return Optional.empty();
                }
                if (firstExcepted != null && fire.get().isAfter(firstExcepted.plus(SEARCHED))) {
                    // A schedule of Saturdays only, and a calendar with all of them.
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

        /** Whether these bounds let a fire through. */
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

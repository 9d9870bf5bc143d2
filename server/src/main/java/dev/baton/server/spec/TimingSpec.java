package dev.baton.server.spec;

import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time settings of a job or workflow.
 *
 * @param clock the schedule as written
 * @param bounds the limits of the schedule
 * @param missed what Baton does with missed fires
 * @param jitter the longest random delay of a fire
 * @param immediately whether it also fires once at the start of the server
 * @param once whether it is removed after its first execution
 * @param paused whether it is paused from the beginning
 */
public record TimingSpec(
        Clock clock,
        Bounds bounds,
        MissedFires missed,
        Duration jitter,
        boolean immediately,
        boolean once,
        boolean paused) {

    /** No schedule: fires only when triggered. */
    public static final TimingSpec TRIGGERED =
            new TimingSpec(Clock.TRIGGERED, Bounds.NONE, MissedFires.skip(), Duration.ZERO, false, false, false);

    /**
     * A schedule as written.
     *
     * @param schedule the text; null if it fires only when triggered
     * @param timezone the zone; null for the server's
     * @param dayMatch whether one or both of two restricted day fields must match
     */
    public record Clock(@Nullable String schedule, @Nullable ZoneId timezone, DayMatch dayMatch) {

        static final Clock TRIGGERED = new Clock(null, null, DayMatch.EITHER);

        /**
         * Warnings about a valid schedule that may not be what its author meant.
         *
         * @param name the job or workflow
         */
        public List<String> warnings(String name) {
            if (schedule == null) {
                return List.of();
            }
            ScheduleOptions options =
                    ScheduleOptions.DEFAULT.withDayMatch(dayMatch).withHashKey(name);
            return Schedule.parse(schedule, options).warnings().stream()
                    .map(warning -> "the schedule of " + name + ", \"" + schedule + "\": " + warning)
                    .toList();
        }
    }

    /**
     * The limits of a schedule.
     *
     * @param start no fire before this; null for no limit
     * @param end no fire at or after this; null for no limit
     * @param calendar the calendar whose dates are excluded; null for none
     */
    public record Bounds(
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable String calendar) {

        static final Bounds NONE = new Bounds(null, null, null);
    }
}

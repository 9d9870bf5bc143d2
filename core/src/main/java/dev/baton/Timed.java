package dev.baton;

import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.UnaryOperator;

/**
 * What jobs and workflows have in common about time: a schedule and everything around it.
 *
 * @param <S> what each call returns, to go on with
 */
public interface Timed<S> {

    /** Changes the timing; the other methods are short forms of this one. */
    S timing(UnaryOperator<Timing> change);

    /**
     * Fires by this schedule: cron in 5, 6 or 7 fields, or one of {@code @daily}, {@code @every 90s}, {@code @at …},
     * {@code @startup} and their kin.
     *
     * @throws dev.baton.error.InvalidScheduleException when it cannot be read
     */
    default S cron(String schedule) {
        return timing(t -> t.withSpec(t.spec().withText(schedule)));
    }

    /** Fires by this schedule. */
    default S schedule(Schedule schedule) {
        return timing(t -> t.withSpec(t.spec().withSchedule(schedule)));
    }

    /** Fires again and again after this long; at least one second. */
    default S every(Duration interval) {
        return schedule(Schedule.every(interval));
    }

    /** Fires once, at this instant. */
    default S at(Instant instant) {
        return schedule(Schedule.at(instant));
    }

    /** Reads the cron fields in this zone; without it, in the scheduler's default zone. */
    default S zone(ZoneId zone) {
        return timing(t -> t.withSpec(t.spec().withZone(zone)));
    }

    /** Reads the cron fields in this zone: {@code "Europe/Berlin"}. */
    default S zone(String zone) {
        return zone(ZoneId.of(zone));
    }

    /** Says whether one or both of two restricted day fields must match. */
    default S dayMatch(DayMatch dayMatch) {
        return timing(t -> t.withSpec(t.spec().withDayMatch(dayMatch)));
    }

    /** Says what becomes of fires that were missed. */
    default S missedFires(MissedFires missed) {
        return timing(t -> t.withMissed(missed));
    }

    /** Delays each fire by up to this long, differently for each job and fire, yet the same whenever asked. */
    default S jitter(Duration upTo) {
        return timing(t -> t.withJitter(upTo));
    }

    /** No fire before this instant. */
    default S from(Instant start) {
        return timing(t -> t.withBounds(t.bounds().withFrom(start)));
    }

    /** No fire at or after this instant. */
    default S until(Instant end) {
        return timing(t -> t.withBounds(t.bounds().withUntil(end)));
    }

    /** No fire on the dates of this calendar. */
    default S except(Calendar calendar) {
        return timing(t -> t.withBounds(t.bounds().withExcept(calendar)));
    }

    /** Fires once at the start as well, whatever the schedule says. */
    default S runImmediately() {
        return timing(t -> t.withImmediately(true));
    }

    /** Fires once only; removed when that execution has ended. */
    default S runOnce() {
        return timing(t -> t.withOnce(true));
    }
}

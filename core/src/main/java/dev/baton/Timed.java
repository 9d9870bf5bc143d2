package dev.baton;

import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.UnaryOperator;

/**
 * The timing settings that jobs and workflows share: a schedule and the settings around it.
 *
 * <pre>{@code
 * Job.named("report").cron("0 2 * * *").zone("Europe/Berlin").missedFires(MissedFires.runOnce()).run(context -> write());
 * }</pre>
 *
 * @param <S> the type that each call returns, for chaining
 */
public interface Timed<S> {

    /** Changes the timing; the other methods are short forms of this one. */
    S timing(UnaryOperator<Timing> change);

    /**
     * Sets the schedule: cron with 5, 6 or 7 fields, or a form such as {@code @daily}, {@code @every 90s}, {@code @at
     * …} or {@code @startup}.
     *
     * @throws dev.baton.error.InvalidScheduleException when the text is malformed
     */
    default S cron(String schedule) {
        return timing(t -> t.withSpec(t.spec().withText(schedule)));
    }

    /** Sets the schedule. */
    default S schedule(Schedule schedule) {
        return timing(t -> t.withSpec(t.spec().withSchedule(schedule)));
    }

    /** Fires at a fixed interval of at least one second. */
    default S every(Duration interval) {
        return schedule(Schedule.every(interval));
    }

    /** Fires once, at this instant. */
    default S at(Instant instant) {
        return schedule(Schedule.at(instant));
    }

    /** Sets the zone of the cron fields; the default is the scheduler's zone. */
    default S zone(ZoneId zone) {
        return timing(t -> t.withSpec(t.spec().withZone(zone)));
    }

    /** Sets the zone of the cron fields: {@code "Europe/Berlin"}. */
    default S zone(String zone) {
        return zone(ZoneId.of(zone));
    }

    /** Sets whether one or both of two restricted day fields must match. */
    default S dayMatch(DayMatch dayMatch) {
        return timing(t -> t.withSpec(t.spec().withDayMatch(dayMatch)));
    }

    /** Sets what happens to missed fires. */
    default S missedFires(MissedFires missed) {
        return timing(t -> t.withMissed(missed));
    }

    /**
     * Delays each fire by a random time up to this long. The delay differs between jobs and fires, but is always the
     * same for the same fire.
     */
    default S jitter(Duration upTo) {
        return timing(t -> t.withJitter(upTo));
    }

    /** Suppresses fires before this instant. */
    default S from(Instant start) {
        return timing(t -> t.withBounds(t.bounds().withFrom(start)));
    }

    /** Suppresses fires at or after this instant. */
    default S until(Instant end) {
        return timing(t -> t.withBounds(t.bounds().withUntil(end)));
    }

    /** Suppresses fires on the days of this calendar. */
    default S except(Calendar calendar) {
        return timing(t -> t.withBounds(t.bounds().withExcept(calendar)));
    }

    /** Fires once at the start as well, in addition to the schedule. */
    default S runImmediately() {
        return timing(t -> t.withImmediately(true));
    }

    /** Fires only once; the job is removed when that execution has ended. */
    default S runOnce() {
        return timing(t -> t.withOnce(true));
    }
}

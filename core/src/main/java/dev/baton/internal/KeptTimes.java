package dev.baton.internal;

import dev.baton.Timing;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.NotPossibleException;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.Every;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The times of schedules that are data: parsed, checked, and moved. */
final class KeptTimes {

    private KeptTimes() {}

    /** The times of a new schedule; refuses those that do not fire by themselves, or never again. */
    static ScheduleRecord.Times fresh(String name, String text, MissedFires missed, ZoneId zone, Instant now) {
        ScheduleRecord.Times times = new ScheduleRecord.Times(text, write(missed), 0, 0);
        Schedule schedule = ScheduleReader.fresh(name, timing(times), zone, now);
        if (!schedule.firesByItself()) {
            throw new InvalidScheduleException(
                    text, "schedule", "does not fire at times of the clock, which a schedule of its own has to.");
        }
        return times;
    }

    /** The settings around the times of a schedule. */
    static Timing timing(ScheduleRecord.Times times) {
        Timing.Spec spec = new Timing.Spec(times.schedule(), null, null, DayMatch.EITHER);
        return new Timing(spec, read(times.missed()), Timing.TRIGGERED.bounds(), Duration.ZERO, false, false);
    }

    /** The schedule with the fire that was moved. */
    static Schedule schedule(ScheduleRecord record, ZoneId zone) {
        ScheduleRecord.Times times = record.times();
        Schedule plan = timing(times).spec().resolve(record.name(), zone);
        return times.movedTo() == 0
                ? plan
                : plan.withMoved(Time.toInstant(times.movedFrom()), Time.toInstant(times.movedTo()));
    }

    /**
     * The times with the next fire at another time.
     *
     * @param zone the zone of schedules that name none
     */
    static ScheduleRecord.Times move(ScheduleRecord record, Instant to, ZoneId zone, Instant now) {
        ScheduleRecord.Times times = record.times();
        Schedule schedule = schedule(record, zone);
        Instant next = schedule.nextFire(now).orElse(null);
        Instant second = Instant.ofEpochSecond(to.getEpochSecond());
        Instant moved = times.movedTo() == 0 ? Instant.MIN : Time.toInstant(times.movedTo());
        String problem = problem(record, schedule, next, second, now);
        if (problem == null && next != null && moved.isAfter(now) && !moved.equals(next)) {
            problem = "an earlier fire of it was moved to " + moved + ", after the next one. Move that first, or put"
                    + " the schedule anew.";
        }
        if (problem != null || next == null) {
            throw new NotPossibleException(
                    "the next fire of schedule \"" + record.name() + "\" cannot be moved to " + to + ": " + problem);
        }
        long from = next.equals(moved) ? times.movedFrom() : Time.toMicros(next);
        return new ScheduleRecord.Times(times.schedule(), times.missed(), from, Time.toMicros(second));
    }

    private static @Nullable String problem(
            ScheduleRecord record, Schedule schedule, @Nullable Instant next, Instant to, Instant now) {
        if (schedule instanceof Every) {
            return "its fires count from one another. Put another schedule in its place.";
        }
        if (next == null) {
            return "it does not fire again.";
        }
        if (record.state().paused()) {
            return "it is paused. Resume it first.";
        }
        return to.isAfter(now) ? null : "that time has passed. Trigger the job to start it now.";
    }

    static String write(MissedFires missed) {
        String mode = missed.mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return missed.grace().map(grace -> mode + " " + grace).orElse(mode);
    }

    static MissedFires read(String text) {
        String[] parts = text.split(" ", 2);
        MissedFires.Mode mode =
                MissedFires.Mode.valueOf(parts[0].toUpperCase(Locale.ROOT).replace('-', '_'));
        return new MissedFires(mode, parts.length == 1 ? Optional.empty() : Optional.of(Duration.parse(parts[1])));
    }
}

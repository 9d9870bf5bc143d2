package dev.baton.server.spec;

import dev.baton.schedule.DayMatch;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The keys of the time settings. */
final class TimingKeys {

    static final Key<String> SCHEDULE = Key.of(
            "schedule",
            new ScheduleType(),
            "When it fires: cron fields, `@daily`, `@every 6h`, `@at …`; never by itself when left out.");
    static final Key<ZoneId> TIMEZONE =
            Key.of("timezone", Types.ZONE, "The zone the schedule is read in; UTC when left out.");
    static final Key<DayMatch> DAY_MATCH = Key.of(
                    "day_match",
                    Types.choice(DayMatch.class, '_'),
                    "Whether one or both of two restricted day fields must match.")
            .otherwise(DayMatch.EITHER);
    static final Key<Instant> START = Key.of("start", Types.INSTANT, "The schedule does not fire before this time.");
    static final Key<Instant> END = Key.of("end", Types.INSTANT, "The schedule does not fire at or after this time.");
    static final Key<String> CALENDAR = Key.of("calendar", Types.NAME, "The calendar on whose dates it does not fire.");
    static final Key<MissedFires.Mode> MISSED = Key.of(
                    "missed",
                    Types.choice(MissedFires.Mode.class, '-'),
                    "What to do with fires that were missed while the server was down.")
            .otherwise(MissedFires.Mode.SKIP);
    static final Key<Duration> MISSED_GRACE = Key.of(
                    "missed_grace", Types.DURATION, "How late a missed fire may still run; no limit when left out.")
            .alias("missed_grace_sec", Types.SECONDS);
    static final Key<Duration> JITTER = Key.of("jitter", Types.DURATION, "The longest random delay of a fire.")
            .alias("jitter_sec", Types.SECONDS)
            .otherwise(Duration.ZERO);
    static final Key<Boolean> RUN_IMMEDIATELY = Key.of(
                    "run_immediately", Types.FLAG, "Whether to fire once at the start of the server as well.")
            .otherwise(false);
    static final Key<Boolean> RUN_ONCE = Key.of(
                    "run_once", Types.FLAG, "Whether to remove it after its first execution.")
            .otherwise(false);
    static final Key<Boolean> PAUSED = Key.of("paused", Types.FLAG, "Whether it is paused from the beginning.")
            .otherwise(false);

    static final List<Key<?>> ALL = List.of(
            SCHEDULE,
            TIMEZONE,
            DAY_MATCH,
            START,
            END,
            CALENDAR,
            MISSED,
            MISSED_GRACE,
            JITTER,
            RUN_IMMEDIATELY,
            RUN_ONCE,
            PAUSED);

    private TimingKeys() {}

    static TimingSpec read(Table table) {
        TimingSpec.Bounds bounds = new TimingSpec.Bounds(table.find(START), table.find(END), table.find(CALENDAR));
        if (bounds.start() != null && bounds.end() != null && !bounds.start().isBefore(bounds.end())) {
            table.problem(END, "\"end\" must be later than \"start\".", "");
        }
        return new TimingSpec(
                clock(table),
                bounds,
                new MissedFires(table.get(MISSED), Optional.ofNullable(table.find(MISSED_GRACE))),
                table.get(JITTER),
                table.get(RUN_IMMEDIATELY),
                table.get(RUN_ONCE),
                table.get(PAUSED));
    }

    private static TimingSpec.Clock clock(Table table) {
        String schedule = table.find(SCHEDULE);
        DayMatch match = table.get(DAY_MATCH);
        // The schedule alone was checked with either day field; it may still have no day that matches both.
        if (schedule != null
                && match == DayMatch.BOTH
                && !ScheduleType.neverFires(Schedule.parse(schedule))
                && ScheduleType.neverFires(
                        Schedule.parse(schedule, ScheduleOptions.DEFAULT.withDayMatch(DayMatch.BOTH)))) {
            table.problem(DAY_MATCH, "on no day do both day fields of the schedule match: it never fires.", "");
        }
        return new TimingSpec.Clock(schedule, table.find(TIMEZONE), match);
    }

    static void write(TimingSpec timing, Out out) {
        out.put(SCHEDULE, timing.clock().schedule())
                .put(TIMEZONE, timing.clock().timezone())
                .put(DAY_MATCH, timing.clock().dayMatch())
                .put(START, timing.bounds().start())
                .put(END, timing.bounds().end())
                .put(CALENDAR, timing.bounds().calendar())
                .put(MISSED, timing.missed().mode())
                .put(MISSED_GRACE, timing.missed().grace().orElse(null))
                .put(JITTER, timing.jitter())
                .put(RUN_IMMEDIATELY, timing.immediately())
                .put(RUN_ONCE, timing.once())
                .put(PAUSED, timing.paused());
    }
}

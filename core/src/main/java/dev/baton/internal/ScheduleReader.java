package dev.baton.internal;

import dev.baton.Timing;
import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses the schedules of definitions. */
final class ScheduleReader {

    private static final Logger LOG = LoggerFactory.getLogger(ScheduleReader.class);

    private ScheduleReader() {}

    /** Parses a schedule, and rejects one that will never fire again. */
    static Schedule fresh(String name, Timing timing, ZoneId zone, Instant now) {
        Schedule schedule = read(name, timing, zone);
        if (!firesAfter(now, schedule, timing)) {
            throw new InvalidScheduleException(
                    schedule.text(), "schedule", "never fires from now on. Check its dates, start and end.");
        }
        return schedule;
    }

    /**
     * Parses a schedule that may have been registered before: a one-off in the past must not keep a program from
     * starting.
     */
    static Schedule again(String name, Timing timing, ZoneId zone, Instant now) {
        Schedule schedule = read(name, timing, zone);
        if (!firesAfter(Instant.EPOCH, schedule, timing)) {
            throw new InvalidScheduleException(
                    schedule.text(), "schedule", "never fires. Check its dates, start and end.");
        }
        if (!firesAfter(now, schedule, timing)) {
            LOG.warn("schedule of {}: the last time of \"{}\" has passed", name, schedule.text());
        }
        return schedule;
    }

    private static Schedule read(String name, Timing timing, ZoneId zone) {
        Schedule schedule = timing.spec().resolve(name, zone);
        for (String warning : schedule.warnings()) {
            LOG.warn("schedule of {}: {}", name, warning);
        }
        return schedule;
    }

    private static boolean firesAfter(Instant instant, Schedule schedule, Timing timing) {
        return !schedule.firesByItself()
                || timing.bounds().nextFire(schedule, instant).isPresent();
    }
}

package dev.baton.engine;

import dev.baton.Timing;
import dev.baton.Trigger;
import dev.baton.schedule.Every;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule at work: it waits for the next fire, fires, and waits for the one after. What it was too late for (the
 * machine slept, the job was paused, the scheduler stopped) goes by the policy for missed fires. Safe from any thread.
 */
final class Fires {

    /** A fire that is late by no more than this is late; beyond it, it was missed. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final Definition definition;
    private final Timing timing;
    private final Schedule schedule;
    private final Time time;
    private final Target target;
    /** Fires up to here have been dealt with. */
    private Instant dealtWith;

    private Time.@Nullable Timer timer;
    private @Nullable Instant next;
    private boolean started;
    private boolean firedOnce;

    /**
     * A fire.
     *
     * @param trigger why
     * @param scheduled the time it is for, in microseconds
     * @param notBefore when it takes place, in microseconds
     * @param onSchedule whether the time is one of the schedule's, for which there is one fire whoever else fires
     */
    record Fire(Trigger trigger, long scheduled, long notBefore, boolean onSchedule) {}

    /** Where fires go, and where is kept which of them have been dealt with. */
    interface Target {

        /** Fires up to here have been dealt with, also by others and in former lives. */
        Instant dealtWith(Definition definition);

        /** Fires up to here have been dealt with now. */
        void dealtWith(Definition definition, Instant until);

        void fire(Definition definition, Fire fire);
    }

    Fires(Definition definition, Schedule schedule, Time time, Target target) {
        this.definition = definition;
        this.timing = definition.timing();
        this.schedule = schedule;
        this.time = time;
        this.target = target;
        this.dealtWith = time.now();
    }

    Schedule schedule() {
        return schedule;
    }

    /** The next fire, while it waits for one. */
    synchronized Optional<Instant> next() {
        return Optional.ofNullable(next);
    }

    /** Makes up for what was missed, and waits for the next fire. */
    synchronized void start() {
        if (!started) {
            started = true;
            dealtWith = target.dealtWith(definition);
            if (timing.immediately() || schedule instanceof Startup) {
                fire(Trigger.SCHEDULE, time.now(), false);
            }
        }
        makeUp(time.now());
        waitForNext();
    }

    /** Waits no longer. */
    synchronized void stop() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        next = null;
    }

    private void waitForNext() {
        stop();
        if (timing.once() && firedOnce) {
            return;
        }
        Optional<Instant> fire = timing.bounds().nextFire(schedule, dealtWith);
        if (fire.isPresent()) {
            next = fire.get();
            timer = time.at(fire.get(), this::due);
        }
    }

    private synchronized void due() {
        Instant due = next;
        if (due == null) {
            return;
        }
        Instant now = time.now();
        if (now.isBefore(due)) {
            // The wall clock was set back after the timer had been called.
            waitForNext();
            return;
        }
        if (Duration.between(due, now).compareTo(TOLERANCE) > 0) {
            makeUp(now);
        } else {
            fire(Trigger.SCHEDULE, due, true);
            dealtWith = due;
        }
        waitForNext();
    }

    private void makeUp(Instant now) {
        List<Instant> missed = new ArrayList<>(timing.missed().due(schedule, dealtWith, now));
        missed.removeIf(fire -> !timing.bounds().allow(fire, schedule.zone()));
        for (Instant fire : missed) {
            fire(Trigger.CATCH_UP, fire, true);
        }
        if (schedule instanceof Every every) {
            // Its fires are counted from one another: all nodes must count from the same one.
            dealtWith = every.lastBetween(dealtWith, now).orElse(dealtWith);
        } else if (dealtWith.isBefore(now)) {
            dealtWith = now;
            if (missed.isEmpty()) {
                // Not up to now: another node may be about to record a fire of this moment.
                target.dealtWith(definition, now.minus(TOLERANCE));
            }
        }
    }

    /**
     * Fires.
     *
     * @param onSchedule whether the instant is one of the schedule's, for which there is one fire whoever else fires
     */
    private void fire(Trigger trigger, Instant scheduled, boolean onSchedule) {
        if (timing.once() && firedOnce) {
            return;
        }
        firedOnce = true;
        long micros = Time.toMicros(scheduled);
        target.fire(definition, new Fire(trigger, micros, micros + jitter(scheduled), onSchedule));
    }

    /** The same for the same fire, on every node and in every simulation, yet different from job to job. */
    private long jitter(Instant scheduled) {
        long millis = timing.jitter().toMillis();
        if (millis == 0) {
            return 0;
        }
        long spread = Integer.toUnsignedLong(31 * definition.name().hashCode() + scheduled.hashCode()) * 0x9E3779B1L;
        return Math.floorMod(spread >>> 16, millis + 1) * 1_000;
    }
}

package dev.baton.engine;

import dev.baton.Timing;
import dev.baton.Trigger;
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

    /** Where fires go. */
    @FunctionalInterface
    interface Target {

        void fire(Definition definition, Trigger trigger, Instant scheduled);
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
            dealtWith = time.now();
            if (timing.immediately() || schedule instanceof Startup) {
                fire(Trigger.SCHEDULE, dealtWith);
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
            fire(Trigger.SCHEDULE, due);
            dealtWith = due;
        }
        waitForNext();
    }

    private void makeUp(Instant now) {
        List<Instant> missed = new ArrayList<>(timing.missed().due(schedule, dealtWith, now));
        missed.removeIf(fire -> !timing.bounds().allow(fire, schedule.zone()));
        dealtWith = now;
        for (Instant fire : missed) {
            fire(Trigger.CATCH_UP, fire);
        }
    }

    private void fire(Trigger trigger, Instant scheduled) {
        if (timing.once() && firedOnce) {
            return;
        }
        firedOnce = true;
        long jitterMillis = timing.jitter().toMillis();
        if (jitterMillis == 0) {
            target.fire(definition, trigger, scheduled);
        } else {
            // The same for the same fire, on every node and in every simulation, yet different from job to job.
            long spread =
                    Integer.toUnsignedLong(31 * definition.name().hashCode() + scheduled.hashCode()) * 0x9E3779B1L;
            Duration delay = Duration.ofMillis(Math.floorMod(spread >>> 16, jitterMillis + 1));
            time.after(delay, () -> target.fire(definition, trigger, scheduled));
        }
    }
}

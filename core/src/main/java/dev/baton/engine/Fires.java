package dev.baton.engine;

import dev.baton.Timing;
import dev.baton.Trigger;
import dev.baton.schedule.Every;
import dev.baton.schedule.MissedFires;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A schedule at work: it waits for the next fire, fires, and waits for the one after. What it was too late for (the
 * machine slept, the job was paused, the scheduler stopped) goes by the policy for missed fires. Safe from any thread.
 */
final class Fires {

    /** A fire that is late by no more than this is late; beyond it, it was missed. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    /** Beyond so many, how many were missed is not worth the time it takes to count them. */
    private static final int MOST_COUNTED = 1_000;

    private final Definition definition;
    private final Timing timing;
    private final Schedule schedule;
    private final Time time;
    private final Target target;
    /** Fires up to here have been dealt with here. */
    private Instant dealtWith;
    /** The last fire that was handed over; before any was, what had been dealt with everywhere. */
    private Instant handedOver;
    /** For fires up to here the policy for missed fires has spoken. */
    private Instant madeUp;

    private Time.@Nullable Timer timer;
    private @Nullable Instant next;
    private boolean started;
    private boolean waiting;
    private boolean firedOnce;

    /**
     * A fire.
     *
     * @param trigger why
     * @param scheduled the time it is for, in microseconds
     * @param notBefore when it takes place, in microseconds
     * @param after for a time of the schedule's, for which there is one fire whoever else fires: that it does not come
     *     before those up to here; null for any other time
     */
    record Fire(
            Trigger trigger,
            long scheduled,
            long notBefore,
            @Nullable Instant after) {}

    /** Where fires go, and where is kept which of them have been dealt with. */
    interface Target {

        /** Fires up to here have been dealt with, also by others and in former lives. */
        Instant dealtWith(Definition definition);

        /** Fires up to here have been dealt with now. */
        void dealtWith(Definition definition, Instant until);

        /** So many fires may have been missed, and are not made up. */
        void missed(Definition definition, IntSupplier count);

        void fire(Definition definition, Fire fire);
    }

    Fires(Definition definition, Schedule schedule, Time time, Target target) {
        this.definition = definition;
        this.timing = definition.timing();
        this.schedule = schedule;
        this.time = time;
        this.target = target;
        this.dealtWith = time.now();
        this.handedOver = dealtWith;
        this.madeUp = dealtWith;
    }

    Schedule schedule() {
        return schedule;
    }

    /** The next fire, while it waits for one. */
    synchronized Optional<Instant> next() {
        return Optional.ofNullable(next);
    }

    /** Whether fires during a pause count as missed: otherwise the pause was to keep them from happening. */
    boolean isMadeUpAfterPause() {
        return timing.missed().mode() != MissedFires.Mode.SKIP;
    }

    /**
     * Makes up for what was missed, and waits for the next fire.
     *
     * @param tell whether to tell of what was missed and is not made up
     */
    synchronized void start(boolean tell) {
        if (!started) {
            started = true;
            dealtWith = target.dealtWith(definition);
            handedOver = dealtWith;
            if (timing.immediately() || schedule instanceof Startup) {
                fire(Trigger.SCHEDULE, time.now(), null);
            }
        }
        makeUp(time.now(), tell);
        waiting = true;
        waitForNext();
    }

    /** Waits no longer. */
    synchronized void stop() {
        waiting = false;
        cancelTimer();
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        next = null;
    }

    /**
     * Hands over again what was handed over and not recorded, because this node was declared dead or the store gone in
     * the meantime. Fires of the last minute are only late; for those before, the policy for missed fires has the word.
     */
    void lookBack() {
        Instant everywhere = target.dealtWith(definition);
        synchronized (this) {
            if (!waiting || !everywhere.isBefore(handedOver)) {
                return;
            }
            handedOver = everywhere;
            firedOnce = false;
            Instant now = time.now();
            SortedMap<Instant, Trigger> again = new TreeMap<>();
            for (Instant missed : missed(everywhere, now)) {
                again.put(missed, Trigger.CATCH_UP);
            }
            for (Instant late : late(everywhere, now)) {
                again.put(late, Trigger.SCHEDULE);
            }
            // What is still to come here is waited for.
            again.headMap(dealtWith.plusNanos(1)).forEach((fire, trigger) -> fire(trigger, fire, handedOver));
        }
    }

    private List<Instant> late(Instant since, Instant now) {
        Instant from = Stream.of(since, madeUp, now.minus(TOLERANCE))
                .max(Instant::compareTo)
                .orElseThrow();
        List<Instant> late = new ArrayList<>();
        Optional<Instant> fire = timing.bounds().nextFire(schedule, from);
        while (fire.isPresent() && !fire.get().isAfter(dealtWith)) {
            late.add(fire.get());
            fire = timing.bounds().nextFire(schedule, fire.get());
        }
        return late;
    }

    private void waitForNext() {
        cancelTimer();
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
            makeUp(now, true);
        } else {
            fire(Trigger.SCHEDULE, due, handedOver);
            dealtWith = due;
        }
        waitForNext();
    }

    private void makeUp(Instant now, boolean tell) {
        List<Instant> missed = missed(dealtWith, now);
        if (tell) {
            Instant since = dealtWith;
            target.missed(definition, () -> Math.max(0, count(since, now) - missed.size()));
        }
        for (Instant fire : missed) {
            fire(Trigger.CATCH_UP, fire, handedOver);
        }
        madeUp = now;
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

    private int count(Instant since, Instant now) {
        int count = 0;
        Optional<Instant> fire = timing.bounds().nextFire(schedule, since);
        while (fire.isPresent() && fire.get().isBefore(now) && count < MOST_COUNTED) {
            count++;
            fire = timing.bounds().nextFire(schedule, fire.get());
        }
        return count;
    }

    private List<Instant> missed(Instant since, Instant now) {
        List<Instant> missed = new ArrayList<>(timing.missed().due(schedule, since, now));
        missed.removeIf(fire -> !timing.bounds().allow(fire, schedule.zone()));
        return missed;
    }

    private void fire(Trigger trigger, Instant scheduled, @Nullable Instant after) {
        if (timing.once() && firedOnce) {
            return;
        }
        firedOnce = true;
        if (after != null) {
            handedOver = scheduled;
        }
        long micros = Time.toMicros(scheduled);
        target.fire(definition, new Fire(trigger, micros, micros + jitter(scheduled), after));
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

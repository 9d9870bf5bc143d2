package dev.baton.internal.fire;

import dev.baton.Timing;
import dev.baton.Trigger;
import dev.baton.internal.definition.Definition;
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
import org.jspecify.annotations.Nullable;

/**
 * A schedule at work: it waits for the next fire, fires, and waits for the one after. What it was too late for (the
 * machine slept, the job was paused, the scheduler stopped) goes by the policy for missed fires. Safe from any thread.
 */
public final class Fires {

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
    public record Fire(
            Trigger trigger,
            long scheduled,
            long notBefore,
            @Nullable Instant after) {}

    /** Where fires go, and where is kept which of them have been dealt with. */
    public interface Target {

        /** Fires up to here have been dealt with, also by others and in former lives. */
        Instant dealtWith(Definition definition);

        /** Fires up to here have been dealt with now. */
        void dealtWith(Definition definition, Instant until);

        /** So many fires may have been missed, and are not made up. */
        void missed(Definition definition, IntSupplier count);

        /** Starts an execution. */
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

    /** The schedule. */
    public Schedule schedule() {
        return schedule;
    }

    /** The next fire, while it waits for one. */
    public synchronized Optional<Instant> next() {
        return Optional.ofNullable(next);
    }

    /**
     * Makes up for what was missed, and waits for the next fire.
     *
     * @param tell whether to tell of what was missed and is not made up
     */
    synchronized void start(boolean tell) {
        start(tell, true);
    }

    /** Goes on after a pause: fires that fell into it are made up if the policy for missed fires says so. */
    synchronized void resume() {
        // Otherwise the pause was to keep them from happening.
        boolean madeUp = timing.missed().mode() != MissedFires.Mode.SKIP;
        start(madeUp, madeUp);
    }

    private void start(boolean tell, boolean makeUp) {
        if (!started) {
            started = true;
            dealtWith = target.dealtWith(definition);
            handedOver = dealtWith;
            if (timing.immediately() || schedule instanceof Startup) {
                fire(Trigger.SCHEDULE, time.now(), null);
            }
        }
        Instant now = time.now();
        if (makeUp) {
            goOnFrom(now, toMakeUp(dealtWith, now), tell);
        } else {
            goOnFrom(now, new TreeMap<>(), tell);
            target.dealtWith(definition, dealtWith);
        }
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
    public void lookBack() {
        Instant everywhere = target.dealtWith(definition);
        synchronized (this) {
            if (!waiting || !everywhere.isBefore(handedOver)) {
                return;
            }
            handedOver = everywhere;
            firedOnce = false;
            Instant now = time.now();
            SortedMap<Instant, Trigger> again = new TreeMap<>();
            missed(everywhere, now).forEach(fire -> again.put(fire, Trigger.CATCH_UP));
            Instant since = everywhere.isAfter(madeUp) ? everywhere : madeUp;
            late(since, now, dealtWith).forEach(fire -> again.put(fire, Trigger.SCHEDULE));
            // What is still to come here is waited for.
            again.headMap(dealtWith.plusNanos(1)).forEach((fire, trigger) -> fire(trigger, fire, handedOver));
        }
    }

    /** The fires since then that are to happen now: those of the last minute are late, those before were missed. */
    private SortedMap<Instant, Trigger> toMakeUp(Instant since, Instant now) {
        SortedMap<Instant, Trigger> fires = new TreeMap<>();
        late(since, now, now).forEach(fire -> fires.put(fire, Trigger.SCHEDULE));
        boolean latestIsLate = !fires.isEmpty() && timing.missed().mode() == MissedFires.Mode.RUN_ONCE;
        if (!latestIsLate) {
            missed(since, now).forEach(fire -> fires.putIfAbsent(fire, Trigger.CATCH_UP));
        }
        return fires;
    }

    /** The fires of the last minute, of those since then and not after the end. */
    private List<Instant> late(Instant since, Instant now, Instant end) {
        Instant cutoff = now.minus(TOLERANCE);
        Instant from = since.isAfter(cutoff.minusSeconds(1)) ? since : cutoff.minusSeconds(1);
        if (schedule instanceof Every every && since.isBefore(cutoff)) {
            // Its fires are counted from one another.
            from = every.lastBetween(since, cutoff).orElse(since);
        }
        List<Instant> late = new ArrayList<>();
        Optional<Instant> fire = timing.bounds().nextFire(schedule, from);
        while (fire.isPresent() && !fire.get().isAfter(end)) {
            if (!fire.get().isBefore(cutoff)) {
                late.add(fire.get());
            }
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
            goOnFrom(now, toMakeUp(dealtWith, now), true);
        } else {
            fire(Trigger.SCHEDULE, due, handedOver);
            dealtWith = due;
        }
        waitForNext();
    }

    private void goOnFrom(Instant now, SortedMap<Instant, Trigger> missed, boolean tell) {
        if (tell) {
            Instant since = dealtWith;
            long madeUpFor =
                    missed.values().stream().filter(Trigger.CATCH_UP::equals).count();
            target.missed(definition, () -> (int) Math.max(0, count(since, now.minus(TOLERANCE)) - madeUpFor));
        }
        missed.forEach((fire, trigger) -> fire(trigger, fire, handedOver));
        madeUp = now;
        if (schedule instanceof Every every) {
            // Its fires are counted from one another: all nodes must count from the same one.
            dealtWith = every.lastBetween(dealtWith, now.plusNanos(1)).orElse(dealtWith);
        } else if (dealtWith.isBefore(now)) {
            boolean longAgo = dealtWith.isBefore(now.minus(TOLERANCE));
            dealtWith = now;
            if (missed.isEmpty() && longAgo) {
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

package dev.baton.internal.fire;

import dev.baton.Timing;
import dev.baton.Trigger;
import dev.baton.internal.definition.Scheduled;
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
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A running schedule: it waits for the next fire, fires, and waits for the one after. The policy for missed fires
 * decides about fires it was too late for, because the machine slept, the job was paused or the scheduler was stopped.
 * Safe from any thread.
 *
 * <p>Its fields are guarded by its source, as the set of schedules is: an execution may end within its fire and remove
 * the schedule, while another thread pauses or replaces that.
 */
public final class Fires {

    /** A fire that is at most this late is late; beyond that, it is missed. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    /** The most missed fires that are counted; counting more is not worth the time. */
    private static final int MOST_COUNTED = 1_000;

    private final Scheduled source;
    private final Timing timing;
    private final Schedule schedule;
    private final Time time;
    private final Executor later;
    private final Target target;
    /** The time up to which this node has handled fires. */
    private Instant dealtWith;
    /** The last fire that was handed over; before the first, the time up to which any node has handled fires. */
    private Instant handedOver;
    /** The time up to which the policy for missed fires has been applied. */
    private Instant madeUp;

    private Time.@Nullable Timer timer;
    private @Nullable Instant next;
    private boolean started;
    private boolean waiting;
    private boolean firedOnce;

    /**
     * A fire.
     *
     * @param trigger the trigger of the execution
     * @param scheduled the time it is for, in microseconds
     * @param notBefore when it takes place, in microseconds
     * @param after for a scheduled time, which all nodes fire once together: the time up to which fires must have been
     *     handled before; null for any other time
     */
    public record Fire(
            Trigger trigger,
            long scheduled,
            long notBefore,
            @Nullable Instant after) {}

    /** Receives fires, and records which of them have been handled. */
    public interface Target {

        /** The time up to which fires have been handled, by any node and before any restart. */
        Instant dealtWith(Scheduled source);

        /**
         * Records the time up to which fires have been handled.
         *
         * @param after the last fire that was handed over before, which may still wait to be recorded
         */
        void dealtWith(Scheduled source, Instant after, Instant until);

        /** Reports fires that may have been missed and are not caught up. */
        void missed(Scheduled source, IntSupplier count);

        /** Starts an execution. Does not throw: the schedule goes on with its next fire. */
        void fire(Scheduled source, Fire fire);
    }

    Fires(Scheduled source, Schedule schedule, Time time, Executor later, Target target) {
        this.source = source;
        this.timing = source.timing();
        this.schedule = schedule;
        this.time = time;
        this.later = later;
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
    public Optional<Instant> next() {
        synchronized (source) {
            return Optional.ofNullable(next);
        }
    }

    /**
     * Reads up to which time fires have been handled, before the first start. May ask the store, and therefore holds no
     * lock meanwhile; whatever another node fires until the start, the store refuses to fire again.
     */
    void read() {
        synchronized (source) {
            if (started) {
                return;
            }
        }
        Instant read = target.dealtWith(source);
        synchronized (source) {
            if (!started) {
                dealtWith = read;
                handedOver = read;
            }
        }
    }

    /**
     * Catches up on missed fires since what was {@linkplain #read read}, and waits for the next fire.
     *
     * @param tell whether to report missed fires that are not caught up
     */
    void start(boolean tell) {
        synchronized (source) {
            start(tell, true);
        }
    }

    /** Continues after a pause: fires during the pause are caught up if the policy for missed fires says so. */
    void resume() {
        // With the policy to skip, the purpose of the pause was to suppress its fires.
        boolean madeUp = timing.missed().mode() != MissedFires.Mode.SKIP;
        synchronized (source) {
            start(madeUp, madeUp);
        }
    }

    private void start(boolean tell, boolean makeUp) {
        if (!started) {
            started = true;
            if (timing.immediately() || schedule instanceof Startup) {
                fire(Trigger.SCHEDULE, time.now(), null);
            }
        }
        Instant now = time.now();
        if (makeUp) {
            goOnFrom(now, toMakeUp(dealtWith, now), tell);
        } else {
            goOnFrom(now, new TreeMap<>(), tell);
            target.dealtWith(source, handedOver, dealtWith);
        }
        waiting = true;
        waitForNext();
    }

    /** Stops waiting. */
    void stop() {
        synchronized (source) {
            waiting = false;
            cancelTimer();
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        next = null;
    }

    /**
     * Hands over again the fires that were handed over and not recorded, because this node was declared dead or the
     * store was unreachable. Fires of the last minute are only late; the policy for missed fires decides about earlier
     * ones.
     */
    public void lookBack() {
        Instant everywhere = target.dealtWith(source);
        synchronized (source) {
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
            // Future fires are waited for as usual.
            again.headMap(dealtWith.plusNanos(1)).forEach((fire, trigger) -> fire(trigger, fire, handedOver));
        }
    }

    /** The fires since an instant that must happen now: those of the last minute are late, earlier ones were missed. */
    private SortedMap<Instant, Trigger> toMakeUp(Instant since, Instant now) {
        SortedMap<Instant, Trigger> fires = new TreeMap<>();
        late(since, now, now).forEach(fire -> fires.put(fire, Trigger.SCHEDULE));
        boolean latestIsLate = !fires.isEmpty() && timing.missed().mode() == MissedFires.Mode.RUN_ONCE;
        if (!latestIsLate) {
            missed(since, now).forEach(fire -> fires.putIfAbsent(fire, Trigger.CATCH_UP));
        }
        return fires;
    }

    /** The fires of the last minute, among those since an instant and not after the end. */
    private List<Instant> late(Instant since, Instant now, Instant end) {
        Instant cutoff = now.minus(TOLERANCE);
        Instant from = since.isAfter(cutoff.minusSeconds(1)) ? since : cutoff.minusSeconds(1);
        if (schedule instanceof Every every && since.isBefore(cutoff)) {
            // The fires of an interval count from one another.
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
            // Not on the thread of the timers: a fire may run code of the user, which may block.
            timer = time.at(fire.get(), () -> later.execute(this::dueNow));
        }
    }

    private void dueNow() {
        synchronized (source) {
            due();
        }
    }

    private void due() {
        Instant due = next;
        if (due == null) {
            return;
        }
        Instant now = time.now();
        if (now.isBefore(due)) {
            // The wall clock was set back after the timer had been called, or the schedule waits for another fire now.
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
            target.missed(source, () -> (int) Math.max(0, count(since, now.minus(TOLERANCE)) - madeUpFor));
        }
        missed.forEach((fire, trigger) -> fire(trigger, fire, handedOver));
        madeUp = now;
        if (schedule instanceof Every every) {
            // The fires of an interval count from one another: all nodes must count from the same one.
            dealtWith = every.lastBetween(dealtWith, now.plusNanos(1)).orElse(dealtWith);
        } else if (dealtWith.isBefore(now)) {
            boolean longAgo = dealtWith.isBefore(now.minus(TOLERANCE));
            dealtWith = now;
            if (missed.isEmpty() && longAgo) {
                // Not up to now: another node may be about to record a fire of this moment.
                target.dealtWith(source, handedOver, now.minus(TOLERANCE));
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
        target.fire(source, new Fire(trigger, micros, micros + jitter(scheduled), after));
    }

    /** The same for the same fire on every node and in every simulation, yet different between jobs. */
    private long jitter(Instant scheduled) {
        long millis = timing.jitter().toMillis();
        if (millis == 0) {
            return 0;
        }
        long spread = Integer.toUnsignedLong(31 * source.name().hashCode() + scheduled.hashCode()) * 0x9E3779B1L;
        return Math.floorMod(spread >>> 16, millis + 1) * 1_000;
    }
}

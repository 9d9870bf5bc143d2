package dev.baton.internal.fire;

import dev.baton.internal.definition.Scheduled;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The schedules of definitions, and those that are data, which fire while the engine runs. Safe from any thread. */
public final class Schedules {

    private final Time time;
    private final Executor later;
    private final Fires.Target target;
    private final BooleanSupplier running;
    private final Map<Scheduled, Fires> fires = new ConcurrentHashMap<>();

    /**
     * A set without schedules.
     *
     * @param later runs fires on other threads than that of the timers
     * @param target the receiver of fires
     * @param running whether schedules fire
     */
    public Schedules(Time time, Executor later, Fires.Target target, BooleanSupplier running) {
        this.time = time;
        this.later = later;
        this.target = target;
        this.running = running;
    }

    /** Sets the schedule of a definition, and replaces the former one. */
    public void put(Scheduled scheduled, Schedule schedule) {
        boolean atWork = schedule.firesByItself()
                || schedule instanceof Startup
                || scheduled.timing().immediately();
        Fires added = new Fires(scheduled, schedule, time, later, target);
        synchronized (scheduled) {
            remove(scheduled);
            if (atWork) {
                fires.put(scheduled, added);
            }
        }
        if (atWork) {
            // Fires that a former schedule would have had are not missed fires of this one.
            start(scheduled, added, fresh -> fresh.start(false));
        }
    }

    /** The running schedule of a definition; null if it does not fire by itself. */
    public @Nullable Fires of(Scheduled scheduled) {
        return fires.get(scheduled);
    }

    /** Removes the schedule of a definition. */
    public void remove(Scheduled scheduled) {
        synchronized (scheduled) {
            Fires old = fires.remove(scheduled);
            if (old != null) {
                old.stop();
            }
        }
    }

    /** Starts all schedules that are not paused. */
    public void start() {
        fires.forEach((scheduled, schedule) -> start(scheduled, schedule, each -> each.start(true)));
    }

    /**
     * Starts a schedule, unless it is paused or another has replaced it. What it asks the store for is asked without a
     * lock.
     */
    private void start(Scheduled scheduled, Fires schedule, Consumer<Fires> how) {
        if (!mayFire(scheduled)) {
            return;
        }
        schedule.read();
        synchronized (scheduled) {
            if (mayFire(scheduled) && fires.get(scheduled) == schedule) {
                how.accept(schedule);
            }
        }
    }

    private boolean mayFire(Scheduled scheduled) {
        return running.getAsBoolean() && !scheduled.isPaused();
    }

    /** Stops all schedules. */
    public void stop() {
        fires.values().forEach(Fires::stop);
    }

    /** Pauses or resumes the schedule of a definition. */
    public void pause(Scheduled scheduled, boolean paused) {
        Fires schedule;
        synchronized (scheduled) {
            if (scheduled.isPaused() == paused) {
                return;
            }
            scheduled.setPaused(paused);
            schedule = fires.get(scheduled);
            if (schedule != null && paused) {
                schedule.stop();
            }
        }
        if (schedule != null && !paused) {
            start(scheduled, schedule, Fires::resume);
        }
    }
}

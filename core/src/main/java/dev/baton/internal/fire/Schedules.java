package dev.baton.internal.fire;

import dev.baton.internal.definition.Scheduled;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The schedules of definitions, and those that are data, which fire while the engine runs. Safe from any thread. */
public final class Schedules {

    private final Time time;
    private final Fires.Target target;
    private final BooleanSupplier running;
    private final Map<Scheduled, Fires> fires = new ConcurrentHashMap<>();

    /**
     * A set without schedules.
     *
     * @param target the receiver of fires
     * @param running whether schedules fire
     */
    public Schedules(Time time, Fires.Target target, BooleanSupplier running) {
        this.time = time;
        this.target = target;
        this.running = running;
    }

    /** Sets the schedule of a definition, and replaces the former one. */
    public void put(Scheduled scheduled, Schedule schedule) {
        synchronized (scheduled) {
            Fires old = fires.remove(scheduled);
            if (old != null) {
                old.stop();
            }
            boolean atWork = schedule.firesByItself()
                    || schedule instanceof Startup
                    || scheduled.timing().immediately();
            if (atWork) {
                Fires started = new Fires(scheduled, schedule, time, target);
                fires.put(scheduled, started);
                if (running.getAsBoolean() && !scheduled.isPaused()) {
                    // Fires that a former schedule would have had are not missed fires of this one.
                    started.start(false);
                }
            }
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
        fires.forEach((scheduled, schedule) -> {
            synchronized (scheduled) {
                if (!scheduled.isPaused()) {
                    schedule.start(true);
                }
            }
        });
    }

    /** Stops all schedules. */
    public void stop() {
        fires.values().forEach(Fires::stop);
    }

    /** Pauses or resumes the schedule of a definition. */
    public void pause(Scheduled scheduled, boolean paused) {
        synchronized (scheduled) {
            if (scheduled.isPaused() == paused) {
                return;
            }
            scheduled.setPaused(paused);
            Fires schedule = fires.get(scheduled);
            if (schedule != null && paused) {
                schedule.stop();
            } else if (schedule != null && running.getAsBoolean()) {
                schedule.resume();
            }
        }
    }
}

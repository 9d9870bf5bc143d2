package dev.baton.internal.fire;

import dev.baton.internal.definition.Definition;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The schedules of registered definitions, which fire while the engine runs. Safe from any thread. */
public final class Schedules {

    private final Time time;
    private final Fires.Target target;
    private final BooleanSupplier running;
    private final Map<Definition, Fires> fires = new ConcurrentHashMap<>();

    /**
     * No schedules yet.
     *
     * @param target the receiver of fires
     * @param running whether schedules fire
     */
    public Schedules(Time time, Fires.Target target, BooleanSupplier running) {
        this.time = time;
        this.target = target;
        this.running = running;
    }

    /** Sets the schedule of a definition, replacing its former one. */
    public void put(Definition definition, Schedule schedule) {
        synchronized (definition) {
            Fires old = fires.remove(definition);
            if (old != null) {
                old.stop();
            }
            boolean atWork = schedule.firesByItself()
                    || schedule instanceof Startup
                    || definition.timing().immediately();
            if (atWork) {
                Fires started = new Fires(definition, schedule, time, target);
                fires.put(definition, started);
                if (running.getAsBoolean() && !definition.isPaused()) {
                    // Fires that a former schedule would have had are not missed fires of this one.
                    started.start(false);
                }
            }
        }
    }

    /** The running schedule of a definition; null if it does not fire by itself. */
    public @Nullable Fires of(Definition definition) {
        return fires.get(definition);
    }

    /** Removes the schedule of a definition. */
    public void remove(Definition definition) {
        synchronized (definition) {
            Fires old = fires.remove(definition);
            if (old != null) {
                old.stop();
            }
        }
    }

    /** Starts all schedules that are not paused. */
    public void start() {
        fires.forEach((definition, schedule) -> {
            synchronized (definition) {
                if (!definition.isPaused()) {
                    schedule.start(true);
                }
            }
        });
    }

    /** Stops all schedules. */
    public void stop() {
        fires.values().forEach(Fires::stop);
    }

    /** Pauses or resumes a definition. */
    public void pause(Definition definition, boolean paused) {
        synchronized (definition) {
            if (definition.isPaused() == paused) {
                return;
            }
            definition.setPaused(paused);
            Fires schedule = fires.get(definition);
            if (schedule != null && paused) {
                schedule.stop();
            } else if (schedule != null && running.getAsBoolean()) {
                schedule.resume();
            }
        }
    }
}

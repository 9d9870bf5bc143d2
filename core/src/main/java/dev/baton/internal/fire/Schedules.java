package dev.baton.internal.fire;

import dev.baton.internal.definition.Definition;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.Startup;
import dev.baton.spi.Time;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The schedules of what is registered, at work while the engine runs. Safe from any thread. */
public final class Schedules {

    private final Time time;
    private final Fires.Target target;
    private final BooleanSupplier running;
    private final Map<Definition, Fires> fires = new ConcurrentHashMap<>();

    /**
     * No schedules yet.
     *
     * @param target where fires go
     * @param running whether schedules fire
     */
    public Schedules(Time time, Fires.Target target, BooleanSupplier running) {
        this.time = time;
        this.target = target;
        this.running = running;
    }

    /** Gives a definition a schedule, in place of the one it had. */
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
                    // What another schedule would have had before is nothing that was missed.
                    started.start(false);
                }
            }
        }
    }

    /** The schedule of a definition at work; null while nothing fires by itself. */
    public @Nullable Fires of(Definition definition) {
        return fires.get(definition);
    }

    /** A definition has no schedule any longer. */
    public void remove(Definition definition) {
        synchronized (definition) {
            Fires old = fires.remove(definition);
            if (old != null) {
                old.stop();
            }
        }
    }

    /** Lets all that are not paused fire. */
    public void start() {
        fires.forEach((definition, schedule) -> {
            synchronized (definition) {
                if (!definition.isPaused()) {
                    schedule.start(true);
                }
            }
        });
    }

    /** Lets none fire. */
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

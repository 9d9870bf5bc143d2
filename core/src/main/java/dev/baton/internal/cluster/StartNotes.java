package dev.baton.internal.cluster;

import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.Load;
import dev.baton.spi.Time;
import java.util.concurrent.atomic.AtomicBoolean;

/** Has recorded, every now and then, which bodies run, so that an attempt counts when its node dies under it. */
final class StartNotes {

    private final Time time;
    private final Load load;
    private final AtomicBoolean watching = new AtomicBoolean();

    StartNotes(Time time, Load load) {
        this.time = time;
        this.load = load;
    }

    /** Looks at what runs after a moment, and for as long as anything does. */
    void watch() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            time.after(Attempt.NOTEWORTHY, () -> {
                watching.set(false);
                load.running().forEach(Attempt::noteRunning);
                if (!load.running().isEmpty()) {
                    watch();
                }
            });
        }
    }
}

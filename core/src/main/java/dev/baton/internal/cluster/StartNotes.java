package dev.baton.internal.cluster;

import dev.baton.internal.run.Attempt;
import dev.baton.internal.run.Load;
import dev.baton.spi.Time;
import java.util.concurrent.atomic.AtomicBoolean;

/** Records from time to time which bodies run, so that an attempt counts if its node dies during it. */
final class StartNotes {

    private final Time time;
    private final Load load;
    private final AtomicBoolean watching = new AtomicBoolean();

    StartNotes(Time time, Load load) {
        this.time = time;
        this.load = load;
    }

    /** Checks the running bodies after a moment, and then as long as one of them is to be recorded. */
    void watch() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            time.after(Attempt.NOTEWORTHY, () -> {
                watching.set(false);
                boolean more = false;
                for (Attempt attempt : load.running()) {
                    more |= attempt.noteRunning();
                }
                if (more) {
                    watch();
                }
            });
        }
    }
}

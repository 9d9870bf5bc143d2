package dev.baton.internal.run;

import dev.baton.spi.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The timers of one attempt: its time limit, and the grace period after it was told to stop. Safe from any thread. */
final class AttemptTimers {

    private Time.@Nullable Timer limit;
    private long limitAt = Long.MAX_VALUE;
    private Time.@Nullable Timer patience;

    /** @param left the time that is left; negative for a limit in the past */
    synchronized void limit(Time time, Duration left, Runnable reached) {
        Duration longest = left.isNegative() ? Duration.ZERO : left;
        limitAt = time.micros() + Time.toMicros(longest);
        limit = time.after(longest, reached);
    }

    synchronized void patience(Time time, Duration grace, Runnable over) {
        patience = time.after(grace, over);
    }

    /** When the time limit is reached, in microseconds; {@link Long#MAX_VALUE} without one. */
    synchronized long limitAt() {
        return limitAt;
    }

    synchronized void cancel() {
        if (limit != null) {
            limit.cancel();
        }
        if (patience != null) {
            patience.cancel();
        }
    }
}

package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.RunContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Waits until an instant; ends immediately if that has passed.
 *
 * @param instant the instant
 */
public record WaitUntil(Instant instant) implements Deferred {

    @Override
    public void begin(RunContext context, Handover handover) {
        context.progress(0, "until " + instant.truncatedTo(ChronoUnit.SECONDS));
        handover.succeedAt(instant);
    }
}

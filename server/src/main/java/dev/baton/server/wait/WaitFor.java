package dev.baton.server.wait;

import dev.baton.Deferred;
import dev.baton.RunContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Waits until a time has passed since the beginning of the wait: a restart neither shortens nor extends it. Only a wait
 * that is shorter than a restart begins again.
 *
 * @param duration the time to wait
 */
public record WaitFor(Duration duration) implements Deferred {

    private static final Duration SHORT = Duration.ofSeconds(1);

    @Override
    public void begin(RunContext context, Handover handover) {
        Instant end = context.checkpoint().map(WaitFor::read).orElseGet(() -> keep(context));
        context.progress(0, "until " + end.truncatedTo(ChronoUnit.SECONDS));
        handover.succeedAt(end);
    }

    private Instant keep(RunContext context) {
        Instant end = context.now().plus(duration);
        if (duration.compareTo(SHORT) >= 0) {
            context.checkpoint(
                    ByteBuffer.allocate(Long.BYTES).putLong(end.toEpochMilli()).array());
        }
        return end;
    }

    private static Instant read(byte[] kept) {
        return Instant.ofEpochMilli(ByteBuffer.wrap(kept).getLong());
    }
}

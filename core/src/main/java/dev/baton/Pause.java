package dev.baton;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A body that waits until a moment, across restarts. */
final class Pause implements Deferred {

    private final Until until;

    /** Computes the moment at which the wait ends. */
    @FunctionalInterface
    interface Until {

        Instant moment(RunContext context) throws Exception;
    }

    Pause(Until until) {
        this.until = until;
    }

    @Override
    public void begin(RunContext context, Handover handover) throws Exception {
        Instant moment = context.checkpoint().map(Pause::read).orElse(null);
        if (moment == null) {
            moment = until.moment(context);
            context.checkpoint(write(moment));
        }
        context.progress(0, "until " + moment.truncatedTo(ChronoUnit.SECONDS));
        handover.succeedAt(moment);
    }

    private static byte[] write(Instant moment) {
        return ByteBuffer.allocate(Long.BYTES).putLong(moment.toEpochMilli()).array();
    }

    private static Instant read(byte[] kept) {
        return Instant.ofEpochMilli(ByteBuffer.wrap(kept).getLong());
    }
}

package dev.baton.internal.journal;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until all changes of some executions are recorded. Only one change of an execution is being written at a time,
 * and others may wait behind it, invisible to the writers: only the executions know when all are recorded.
 */
final class Flush {

    private static final Logger LOG = LoggerFactory.getLogger(Flush.class);

    /** How long to wait, as long as the store answers. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CompletableFuture<?> all;
    private final Time time;

    private Flush(CompletableFuture<?> all, Time time) {
        this.all = all;
        this.time = time;
    }

    static Flush of(Collection<LiveExecution> executions, Time time) {
        CompletableFuture<?> all = CompletableFuture.allOf(
                executions.stream().map(LiveExecution::recorded).toArray(CompletableFuture<?>[]::new));
        return new Flush(all, time);
    }

    /**
     * Waits until all is recorded, and waits on when it is interrupted: what is not recorded now is lost.
     *
     * @param writing writes the pending entries, and returns whether the store was reached
     */
    void by(BooleanSupplier writing) {
        long deadline = time.nanos() + PATIENCE.toNanos();
        boolean interrupted = Thread.interrupted();
        try {
            boolean reached = true;
            boolean done = false;
            while (reached && !done && time.nanos() < deadline) {
                try {
                    done = isDoneSoon();
                    reached = done || writing.getAsBoolean();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isDoneSoon() throws InterruptedException {
        try {
            all.get(1, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            LOG.debug("an execution moved on while it was to be recorded");
        } catch (TimeoutException e) {
            return false;
        }
        return true;
    }
}

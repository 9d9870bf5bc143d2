package dev.baton.server.api;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The times at which executions began. For an active execution that began when it was created, nothing may be recorded
 * yet.
 */
public final class Begun {

    private Begun() {}

    /** The time at which an execution began; null if it has not begun. */
    public static @Nullable Instant of(ExecutionRecord execution, Baton baton) {
        long recorded = execution.state().begun();
        if (recorded != 0) {
            return Time.toInstant(recorded);
        }
        boolean active = execution.state().ended() == 0;
        return active && hasBegun(execution, baton)
                ? Time.toInstant(
                        Math.max(execution.cause().created(), execution.cause().notBefore()))
                : null;
    }

    private static boolean hasBegun(ExecutionRecord execution, Baton baton) {
        try {
            Execution now = baton.execution(execution.id());
            return now.counts().keySet().stream().anyMatch(status -> status != RunStatus.BLOCKED);
        } catch (NoSuchExecutionException removedMeanwhile) {
            return false;
        }
    }
}

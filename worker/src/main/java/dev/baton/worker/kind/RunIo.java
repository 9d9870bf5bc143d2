package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.log.RunLog;
import org.jspecify.annotations.Nullable;

/** The channel through which a run reports while it is active. Safe from any thread. */
public interface RunIo {

    /** The run's log, which masks secrets. */
    RunLog log();

    /** Reports progress. */
    void progress(@Nullable Double fraction, @Nullable String message);

    /** Whether the run was told to stop. */
    boolean isStopped();

    /** Adds a line from Baton itself to the log. */
    default void say(String text) {
        log().add(Stream.SYSTEM, text);
    }
}

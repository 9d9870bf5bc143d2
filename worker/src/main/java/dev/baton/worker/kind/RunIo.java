package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.log.RunLog;
import org.jspecify.annotations.Nullable;

/** What a run can tell while it goes. Safe from any thread. */
public interface RunIo {

    /** The run's log: secrets are masked there. */
    RunLog log();

    /** Says how far it is. */
    void progress(@Nullable Double fraction, @Nullable String message);

    /** Whether it was told to stop. */
    boolean isStopped();

    /** Adds a line of Baton's own to the log. */
    default void say(String text) {
        log().add(Stream.SYSTEM, text);
    }
}

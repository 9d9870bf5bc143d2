package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.log.RunLog;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The channel through which a run reports while it is active. Safe from any thread.
 *
 * <pre>{@code
 * io.progress(0.5, "half of it");
 * if (io.isStopped()) {
 *     io.say("stopped half way");
 * }
 * }</pre>
 */
public interface RunIo {

    /** The run's log, which masks secrets. */
    RunLog log();

    /** Reports progress. */
    void progress(@Nullable Double fraction, @Nullable String message);

    /** Whether the run was told to stop. */
    boolean isStopped();

    /**
     * Writes the results that a reducer combines, a JSON object on each line. Fetches them page by page, and waits while
     * no server can be reached.
     *
     * @throws InterruptedException when the run was told to stop, or its lease is lost
     */
    default void results(OutputStream to) throws IOException, InterruptedException {
        throw new IOException("this run has no results to combine");
    }

    /** Adds a line from Baton itself to the log. */
    default void say(String text) {
        log().add(Stream.SYSTEM, text);
    }
}

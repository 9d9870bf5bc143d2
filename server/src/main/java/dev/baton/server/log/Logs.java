package dev.baton.server.log;

import dev.baton.RunId;
import dev.baton.worker.Dispatch.LogEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The logs of runs as the API shows them. Safe from any thread. */
public interface Logs {

    /** The size of a run's log; empty if the run has printed nothing, or the log was removed. */
    Optional<LogSummary> summary(RunId run);

    /**
     * Reads a part of a log.
     *
     * @param offset the first line begins at this offset or later
     * @param most the approximate number of bytes
     */
    LogPage read(RunId run, long offset, int most);

    /** Follows a log from an offset on. */
    Tail tail(RunId run, long offset);

    /**
     * Appends to the log of a run, and reopens it if it was closed.
     *
     * @param attempt the attempt of the run that printed the lines
     */
    void append(RunId run, int attempt, List<LogEntry> entries) throws InterruptedException;

    /** Closes the log of a run; readers that follow it reach the end once they have read everything. */
    void close(RunId run);

    /** A reader that follows a log: each line once and in order. For one thread at a time. */
    interface Tail {

        /**
         * Returns the next lines, and waits for some if there are none.
         *
         * @param patience how long to wait for lines
         */
        List<LogLine> next(Duration patience) throws InterruptedException;
    }
}

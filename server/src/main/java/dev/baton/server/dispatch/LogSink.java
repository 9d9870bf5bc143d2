package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.worker.Dispatch;
import java.util.List;

/** Where the lines go that runs print. Safe from any thread. */
@FunctionalInterface
public interface LogSink {

    /** Adds lines to a run's log. Blocks a caller that writes faster than the log is stored. */
    void append(RunId run, int attempt, List<Dispatch.LogEntry> entries);

    /** The same, of lines that may have been added already, because the worker heard no answer: those are left out. */
    default void appendAgain(RunId run, int attempt, List<Dispatch.LogEntry> entries) {
        append(run, attempt, entries);
    }

    /** How much of the log of an attempt is kept. */
    default Dispatch.Logged logged(RunId run, int attempt) {
        return Dispatch.Logged.NOTHING;
    }

    /** Waits until what was added is kept. */
    default void flush(RunId run) {}

    /** Nothing more comes from here, and perhaps from another server: what is there is kept first. Waits for that. */
    default void handOver(RunId run) {}

    /** The same without waiting. */
    default void leave(RunId run) {}
}

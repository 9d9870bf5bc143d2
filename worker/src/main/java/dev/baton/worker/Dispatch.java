package dev.baton.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who hands out runs, as a worker sees it: the server in the same process, or one on another host. Every method may
 * block, and throws {@link DispatchUnavailableException} when the server cannot be reached at the moment: the same call
 * can be made again. Safe from any thread.
 */
public interface Dispatch {

    /** Introduces a worker. Called again whenever the server says that it does not know the worker. */
    Registration register(Introduction worker);

    /**
     * Asks for runs, and waits for some when there are none.
     *
     * @param most how many it can take
     * @param patience how long to wait
     * @throws UnknownWorkerException when the server has forgotten the worker, or never knew it
     */
    List<Assignment> claim(String worker, int most, Duration patience);

    /**
     * Keeps leases alive, and hears what is to stop.
     *
     * @throws UnknownWorkerException when the server has forgotten the worker
     */
    Pulse heartbeat(String worker, Collection<Progress> running);

    /**
     * Adds to a run's log.
     *
     * @throws LeaseLostException when the lease is another's by now
     */
    void log(String worker, String lease, List<LogEntry> entries);

    /**
     * Reports the end of a run. May be repeated: the second time nothing happens.
     *
     * @throws LeaseLostException when the lease is another's by now; what was done does not count
     */
    void finish(String worker, String lease, Result result);

    /** Says goodbye: what the worker still has is given to others at once. */
    void leave(String worker);

    /**
     * Who a worker is.
     *
     * @param name for people
     * @param queues the queues it serves; empty for all
     * @param labels the labels it has
     * @param kinds the kinds it can execute
     * @param handlers the Java handlers it has
     * @param capacity how many runs it executes at a time
     * @param version the version of its code
     */
    record Introduction(
            String name,
            Set<String> queues,
            Set<String> labels,
            Set<String> kinds,
            Set<String> handlers,
            int capacity,
            String version) {}

    /**
     * What the server tells a new worker.
     *
     * @param worker what it is called from now on
     * @param heartbeat how often to give a sign of life
     * @param lease after how long without one its runs are given to others
     */
    record Registration(String worker, Duration heartbeat, Duration lease) {}

    /**
     * How far a run is.
     *
     * @param lease which
     * @param fraction from 0 to 1; null when it did not say
     * @param message in words; null when it did not say
     */
    record Progress(
            String lease,
            @Nullable Double fraction,
            @Nullable String message) {}

    /**
     * The answer to a sign of life.
     *
     * @param stop leases whose work is to stop: the server waits for the result
     * @param lost leases that are others' by now: the work is to stop, and nobody waits for it
     * @param draining whether to ask for nothing more
     */
    record Pulse(Set<String> stop, Set<String> lost, boolean draining) {}

    /**
     * A line, or part of a line, of a log.
     *
     * @param time when
     * @param stream where it came from
     * @param text without a line break at its end
     */
    record LogEntry(Instant time, Stream stream, String text) {}

    /** Where a line of a log came from. */
    enum Stream {
        STDOUT,
        STDERR,
        /** What Baton itself has to say. */
        SYSTEM
    }

    /**
     * What came of a run.
     *
     * @param outcome how it ended
     * @param output what it hands on: anything that is JSON
     * @param message what went wrong, or why it was skipped
     * @param exitCode of a process; null when there was none
     * @param steps what it adds to its execution, after itself, if it succeeded
     */
    record Result(
            Outcome outcome,
            @Nullable Object output,
            @Nullable String message,
            @Nullable Integer exitCode,
            List<NewStep> steps) {

        /** One that adds nothing. */
        public Result(Outcome outcome, @Nullable Object output, @Nullable String message, @Nullable Integer exitCode) {
            this(outcome, output, message, exitCode, List.of());
        }
    }

    /** How a run ended. */
    enum Outcome {
        SUCCESS,
        FAILURE,
        SKIPPED,
        /** It was told to stop, and did. */
        STOPPED
    }
}

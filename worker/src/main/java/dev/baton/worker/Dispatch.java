package dev.baton.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server as a worker sees it, in the same process or on another host. Every method may block, and throws {@link
 * DispatchUnavailableException} when the server cannot be reached at the moment; the call can then be repeated. Safe
 * from any thread.
 *
 * <pre>{@code
 * Dispatch.Registration known = server.register(introduction);
 * for (Assignment assignment : server.claim(known.worker(), 4, Duration.ofSeconds(20))) {
 *     server.finish(known.worker(), assignment.lease(), execute(assignment));
 * }
 * }</pre>
 */
public interface Dispatch {

    /** Registers a worker. Called again whenever the server does not know the worker. */
    Registration register(Introduction worker);

    /**
     * Claims runs, and waits if none is ready.
     *
     * @param most how many runs the worker can take
     * @param patience how long to wait
     * @throws UnknownWorkerException when the server does not know the worker
     */
    List<Assignment> claim(String worker, int most, Duration patience);

    /**
     * Renews leases, and returns which work must stop.
     *
     * @throws UnknownWorkerException when the server no longer knows the worker
     */
    Pulse heartbeat(String worker, Collection<Progress> running);

    /**
     * Appends to a run's log.
     *
     * @throws LeaseLostException when the worker no longer holds the lease
     */
    void log(String worker, String lease, List<LogEntry> entries);

    /** Appends entries to a run's log that were sent before, and not answered: those that arrived are left out. */
    default void logAgain(String worker, String lease, List<LogEntry> entries) {
        log(worker, lease, entries);
    }

    /**
     * Tells how much of a run's log the server has, so that a worker which reads the output of a command again sends
     * only the rest.
     *
     * @throws LeaseLostException when the worker no longer holds the lease
     */
    default Logged logged(String worker, String lease) {
        return Logged.NOTHING;
    }

    /**
     * Reads a page of the results that a reducer combines.
     *
     * @param from the number of the first item; 0 for the first page
     * @throws LeaseLostException when the worker no longer holds the lease
     */
    default ResultsPage results(String worker, String lease, int from) {
        return ResultsPage.NONE;
    }

    /**
     * Reports the end of a run. Idempotent.
     *
     * @throws LeaseLostException when the worker no longer holds the lease; the result is discarded
     */
    void finish(String worker, String lease, Result result);

    /** Unregisters a worker; the server hands its runs to other workers at once. */
    void leave(String worker);

    /**
     * The description of a worker.
     *
     * @param name the name that people see
     * @param queues the queues it serves; empty for all
     * @param labels the labels it has
     * @param kinds the kinds it can execute
     * @param handlers the Java handlers it has
     * @param capacity how many runs it executes at a time
     * @param version the version of its code
     * @param host the host it runs on; null if it does not say
     * @param former the worker that it was before its process was started again; null for a new worker
     */
    record Introduction(
            String name,
            Set<String> queues,
            Set<String> labels,
            Set<String> kinds,
            Set<String> handlers,
            int capacity,
            String version,
            @Nullable String host,
            @Nullable Former former) {

        /** A worker that was no other before. */
        public Introduction(
                String name,
                Set<String> queues,
                Set<String> labels,
                Set<String> kinds,
                Set<String> handlers,
                int capacity,
                String version,
                @Nullable String host) {
            this(name, queues, labels, kinds, handlers, capacity, version, host, null);
        }

        /** This worker with what it was before; null for a new worker. */
        public Introduction withFormer(@Nullable Former earlier) {
            return new Introduction(name, queues, labels, kinds, handlers, capacity, version, host, earlier);
        }

        /** A worker that does not say which host it runs on. */
        public Introduction(
                String name,
                Set<String> queues,
                Set<String> labels,
                Set<String> kinds,
                Set<String> handlers,
                int capacity,
                String version) {
            this(name, queues, labels, kinds, handlers, capacity, version, null);
        }
    }

    /**
     * The worker that an earlier process was.
     *
     * @param worker its id
     * @param leases the leases whose commands have outlived that process; other runs of that worker are lost
     */
    record Former(String worker, Set<String> leases) {}

    /**
     * How much of the log of an attempt a server has.
     *
     * @param stdout the number of lines of the standard output
     * @param stderr the number of lines of the standard error
     */
    record Logged(long stdout, long stderr) {

        /** No lines. */
        public static final Logged NOTHING = new Logged(0, 0);
    }

    /**
     * Some of the results that a reducer combines.
     *
     * @param lines a JSON object for each item, one on each line
     * @param next the number of the first item of the next page; null after the last page
     */
    record ResultsPage(String lines, @Nullable Integer next) {

        /** No results. */
        public static final ResultsPage NONE = new ResultsPage("", null);
    }

    /**
     * The server's answer to a new worker.
     *
     * @param worker the id of the worker from now on: that of the former worker, if the server still knows that one
     * @param heartbeat the interval between heartbeats
     * @param lease how long the worker may go without a heartbeat before its runs go to other workers
     */
    record Registration(String worker, Duration heartbeat, Duration lease) {}

    /**
     * The progress of a run.
     *
     * @param lease the run's lease
     * @param fraction the fraction from 0 to 1; null if not reported
     * @param message the progress in words; null if not reported
     */
    record Progress(
            String lease,
            @Nullable Double fraction,
            @Nullable String message) {}

    /**
     * The answer to a heartbeat.
     *
     * @param stop leases whose work must stop; the server waits for the result
     * @param lost leases that the worker no longer holds: the work must stop, and its result is discarded
     * @param draining whether the worker must drain: claim no more runs
     */
    record Pulse(Set<String> stop, Set<String> lost, boolean draining) {}

    /**
     * A line, or part of a line, of a log.
     *
     * @param time when it was logged
     * @param stream its origin
     * @param text the text, without a line break at its end
     */
    record LogEntry(Instant time, Stream stream, String text) {}

    /** The origin of a line of a log. */
    enum Stream {
        STDOUT,
        STDERR,
        /** Baton itself. */
        SYSTEM
    }

    /**
     * The result of a run.
     *
     * @param outcome how it ended
     * @param output the output: any JSON value
     * @param message the error, or why the run was skipped
     * @param exitCode the exit code of the process; null if there was none
     * @param steps the steps it adds to its execution, downstream of itself, if it succeeded
     */
    record Result(
            Outcome outcome,
            @Nullable Object output,
            @Nullable String message,
            @Nullable Integer exitCode,
            List<NewStep> steps) {

        /** A result that adds no steps. */
        public Result(Outcome outcome, @Nullable Object output, @Nullable String message, @Nullable Integer exitCode) {
            this(outcome, output, message, exitCode, List.of());
        }
    }

    /** How a run ended. */
    enum Outcome {
        SUCCESS,
        FAILURE,
        SKIPPED,
        /** The run was told to stop, and did. */
        STOPPED,
        /** The worker ends, and has stopped the run: another worker gets it, under the same attempt. */
        HANDED_BACK
    }
}

package dev.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workflow, or of a job and everything that depends on it. A handle: what it answers is a snapshot of the
 * moment it was asked, and stays as it is. Safe from any thread.
 */
public interface Execution {

    /** Its id; ids sort by time. */
    UUID id();

    /** The workflow's or job's name. */
    String name();

    /** Why it started. */
    Trigger trigger();

    /** The instant it was scheduled for; when it was triggered, the instant of that. */
    Instant scheduledTime();

    /** The parameters it was given, with the workflow's defaults. */
    Map<String, Object> parameters();

    /** Where it is. */
    ExecutionStatus status();

    /** When it started. */
    Instant started();

    /** When it ended, if it has. */
    Optional<Instant> finished();

    /** All its runs, in topological order; the final step may be followed by what was added. */
    List<Run> runs();

    /**
     * One of its runs.
     *
     * @param step the step's name, or the job's
     * @throws dev.baton.error.NoSuchExecutionException when there is no such step
     */
    Run run(String step);

    /**
     * One of its runs.
     *
     * @param number as in {@link RunId#number()}
     * @throws dev.baton.error.NoSuchExecutionException when there is no such run
     */
    Run run(int number);

    /**
     * Some of its runs, in topological order: for those who show a part of many.
     *
     * @param from the first number that is looked at
     * @param most how many to give
     * @param statuses only those in these statuses; empty for all
     */
    List<Run> runs(int from, int most, Set<RunStatus> statuses);

    /** The same backwards: those with lower numbers than this, the highest first. */
    List<Run> runsBefore(int before, int most, Set<RunStatus> statuses);

    /**
     * The name that a run goes by in here: what the methods that take a step expect.
     *
     * @throws dev.baton.error.NoSuchExecutionException when there is no such run
     */
    String step(int number);

    /** How many of its runs are in which status; a status that none is in is absent. */
    Map<RunStatus, Integer> counts();

    /**
     * What its runs wait for, by the names that they go by in here: as it was when the execution started, with what its
     * bodies have {@linkplain RunContext#extend added} since. The final step waits for the end of every other.
     */
    List<Dependency> dependencies();

    /** The name of the step that runs after all others, if there is one. */
    Optional<String> finalStep();

    /**
     * The output of a step.
     *
     * @throws dev.baton.error.NoOutputException when it has not succeeded
     */
    <T extends @Nullable Object> T output(Step<T> step);

    /**
     * Waits for its end.
     *
     * @return this
     * @throws dev.baton.error.StillRunningException when it has not ended in that time; it goes on
     * @throws dev.baton.error.BatonClosedException when the scheduler is closed before its end
     */
    Execution await(Duration atMost) throws InterruptedException;

    /**
     * Cancels it. Runs that have not started end as cancelled, running ones are told to stop, the final step runs.
     * Called again while the final step runs, it stops that as well.
     *
     * @return what it did
     */
    Cancellation cancel();

    /**
     * Cancels one of its runs; its children see a failure.
     *
     * @return what it did
     */
    Cancellation cancel(String step);

    /**
     * Runs again what failed, and what was skipped because of that; successes are kept. The final step runs again.
     *
     * @throws dev.baton.error.NotPossibleException when nothing has failed
     */
    void retry();

    /**
     * Runs one failed step again, and what was skipped because of it. A step whose attempt failed and that waits for the
     * next one starts it at once.
     *
     * @throws dev.baton.error.NotPossibleException when it has not failed
     */
    void retry(String step);

    /**
     * Ends a step by hand as success or skipped, whatever its status is; what was skipped because of it is looked at
     * again. A running body is told to stop.
     *
     * @throws dev.baton.error.NotPossibleException when it has succeeded already
     */
    void mark(String step, RunStatus end);

    /**
     * Lets a step that waits for an {@link Approval} succeed.
     *
     * @param comment who approves and why, kept as its output
     * @throws dev.baton.error.NotPossibleException when it does not wait for one
     */
    void approve(String step, String comment);

    /**
     * Lets a step that waits for an {@link Approval} fail.
     *
     * @param comment who rejects and why, kept as its error
     * @throws dev.baton.error.NotPossibleException when it does not wait for one
     */
    void reject(String step, String comment);

    /** The items it is over, where it belongs to a {@link Fanout}: run 0 is for the first. Otherwise none. */
    List<?> items();

    /** The run that this execution belongs to, where a run started it: see {@link Deferred.Handover#nest}. */
    Optional<RunId> parentRun();

    /** Starts no further run until {@link #release()}; running ones go on. */
    void hold();

    /** Undoes {@link #hold()}. */
    void release();

    /** Why it is where it is. */
    Explanation explain();

    /** Why one of its runs is where it is, and what would move it. */
    Explanation explain(String step);

    /**
     * What a cancellation did.
     *
     * @param neverStarted how many runs were ended before they started, or between two attempts
     * @param signalled how many running ones were told to stop
     * @param alreadyEnded how many had ended before
     */
    record Cancellation(int neverStarted, int signalled, int alreadyEnded) {}
}

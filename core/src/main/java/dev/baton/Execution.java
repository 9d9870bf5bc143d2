package dev.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workflow, or of a job and everything that depends on it. A handle: each answer is a snapshot of the
 * moment of the call and does not change afterwards. Safe from any thread.
 *
 * <pre>{@code
 * Execution execution = baton.trigger("etl").await(Duration.ofMinutes(5));
 * if (execution.status() == ExecutionStatus.FAILURE) {
 *     print(execution.explain().text());
 *     execution.retry();
 * }
 * }</pre>
 */
public interface Execution {

    /** The execution's id; ids sort by time. */
    UUID id();

    /** The name of the workflow or job. */
    String name();

    /** The cause that started the execution. */
    Trigger trigger();

    /** The instant the execution was scheduled for; for a triggered execution, the instant of the trigger. */
    Instant scheduledTime();

    /** The parameters of the execution, including the workflow's defaults. */
    Map<String, Object> parameters();

    /** The status at this moment. */
    ExecutionStatus status();

    /** The instant the execution started. */
    Instant started();

    /** The instant the execution ended, if it has. */
    Optional<Instant> finished();

    /** All runs, in topological order. Runs that a body added may follow the final step. */
    List<Run> runs();

    /**
     * The run of a step.
     *
     * @param step the name of the step or job
     * @throws dev.baton.error.NoSuchExecutionException when there is no such step
     */
    Run run(String step);

    /**
     * The run with this number.
     *
     * @param number the run's number, as in {@link RunId#number()}
     * @throws dev.baton.error.NoSuchExecutionException when there is no such run
     */
    Run run(int number);

    /**
     * A page of the runs, in topological order.
     *
     * @param from the lowest run number to include
     * @param most the size of the page
     * @param statuses the statuses to include; empty for all
     */
    List<Run> runs(int from, int most, Set<RunStatus> statuses);

    /**
     * The next runs from a number on, in topological order: at most 1,000, and fewer if their outputs are long together,
     * so that an execution of any size can be read in bounded memory. Empty only after the last run.
     *
     * <pre>{@code
     * for (List<Run> page = execution.runsFrom(0); !page.isEmpty(); ) {
     *     page.forEach(this::read);
     *     page = execution.runsFrom(page.get(page.size() - 1).id().number() + 1);
     * }
     * }</pre>
     *
     * @param number the lowest run number to include
     */
    default List<Run> runsFrom(int number) {
        return runs(number, 1_000, Set.of());
    }

    /** A page of the runs in reverse order: runs with numbers below {@code before}, the highest first. */
    List<Run> runsBefore(int before, int most, Set<RunStatus> statuses);

    /**
     * The name of a run within this execution, as the methods with a {@code step} parameter take it.
     *
     * @throws dev.baton.error.NoSuchExecutionException when there is no such run
     */
    String step(int number);

    /** The number of runs in each status; a status without runs is absent. */
    Map<RunStatus, Integer> counts();

    /**
     * The parents of each run, by the names of the runs in this execution: as they were when the execution started,
     * with those that its bodies have {@linkplain RunContext#extend added} since. The final step waits for the end of
     * every other.
     */
    List<Dependency> dependencies();

    /** The name of the step that runs after all others, if there is one. */
    Optional<String> finalStep();

    /**
     * The output of a step.
     *
     * @throws dev.baton.error.NoOutputException when the step has not succeeded
     */
    <T extends @Nullable Object> T output(Step<T> step);

    /**
     * The output of a job.
     *
     * @throws dev.baton.error.NoOutputException when the job has not succeeded, is no part of this execution, or its
     *     output is of another type
     */
    default <T> T output(TypedJob<?, T> job) {
        return job.outputOf(run(job.name()));
    }

    /**
     * Waits for the execution to end.
     *
     * @return this
     * @throws dev.baton.error.StillRunningException when the execution has not ended in that time; it continues
     * @throws dev.baton.error.BatonClosedException when the scheduler is closed before the execution ends
     */
    Execution await(Duration atMost) throws InterruptedException;

    /**
     * The end of the execution, as a stage that completes with this handle whatever the end is, on a thread for
     * callbacks; use the {@code Async} methods for dependents that block. It completes with a
     * {@link dev.baton.error.BatonClosedException} when the scheduler is closed before. An execution that was started
     * in a transaction of the caller can be followed once that has committed.
     *
     * <pre>{@code
     * baton.trigger(charge, order).onEnd().thenAccept(ended -> show(ended.status()));
     * }</pre>
     */
    CompletionStage<Execution> onEnd();

    /**
     * Cancels the execution. Runs that have not started end as cancelled, running bodies are told to stop, and the
     * final step runs. A second call while the final step runs stops the final step as well.
     *
     * @return what the cancellation changed
     */
    Cancellation cancel();

    /**
     * Cancels one run; its children see a failure.
     *
     * @return what the cancellation changed
     */
    Cancellation cancel(String step);

    /**
     * Retries the failed steps and the steps skipped because of them, then the final step. Successful steps keep their
     * results.
     *
     * @throws dev.baton.error.NotPossibleException when no step has failed
     */
    void retry();

    /**
     * Retries one failed step and the steps skipped because of it. A step that waits out its retry delay starts the
     * next attempt at once.
     *
     * @throws dev.baton.error.NotPossibleException when the step has not failed
     */
    void retry(String step);

    /**
     * Ends a step by hand as success or skipped, whatever its status. Baton re-evaluates the steps that were skipped
     * because of it. A running body is told to stop.
     *
     * @throws dev.baton.error.NotPossibleException when the step has already succeeded
     */
    void mark(String step, RunStatus end);

    /**
     * Ends a step that waits for an {@link Approval} as a success.
     *
     * @param comment who approves and why, kept as its output
     * @throws dev.baton.error.NotPossibleException when the step does not wait for an approval
     */
    void approve(String step, String comment);

    /**
     * Ends a step that waits for an {@link Approval} as a failure.
     *
     * @param comment who rejects and why, kept as its error
     * @throws dev.baton.error.NotPossibleException when the step does not wait for an approval
     */
    void reject(String step, String comment);

    /**
     * Moves an execution that waits for its time: it begins at another time, or at once if that has passed.
     *
     * @throws dev.baton.error.NotPossibleException when the execution has begun, or was held before it began
     */
    void reschedule(Instant notBefore);

    /** The items, if this execution belongs to a {@link Fanout}; run 0 handles the first item. Otherwise empty. */
    List<?> items();

    /** The run that started this execution through {@link Deferred.Handover#nest}, if one did. */
    Optional<RunId> parentRun();

    /** Starts no further run until {@link #release()}; running bodies continue. */
    void hold();

    /** Undoes {@link #hold()}. */
    void release();

    /** Explains why the execution has its status. */
    Explanation explain();

    /** Explains why a run has its status and what would move it on. */
    Explanation explain(String step);

    /**
     * The result of a cancellation.
     *
     * @param neverStarted how many runs were ended before they started, or between two attempts
     * @param signalled how many running bodies were told to stop
     * @param alreadyEnded how many runs had ended before
     */
    record Cancellation(int neverStarted, int signalled, int alreadyEnded) {}
}

package dev.baton;

import dev.baton.spi.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The view that a body has of its run, and the actions it can take. Belongs to one attempt; safe to use from threads
 * that the body starts, until the body returns.
 *
 * <pre>{@code
 * Job copy = Job.named("copy").run(context -> {
 *     String table = context.parameter("table", String.class);
 *     context.log().info("copies {}", table);
 *     context.progress(0.5, "half");
 * });
 * }</pre>
 */
public interface RunContext {

    /** The id of the execution. */
    UUID executionId();

    /** The id of this run. */
    RunId runId();

    /** The job's name; {@code workflow/step} for a step. */
    String jobName();

    /** The number of this attempt, from 1. */
    int attempt();

    /** The instant the execution was scheduled for; for a triggered execution, the instant of the trigger. */
    Instant scheduledTime();

    /** Why the execution started. */
    Trigger trigger();

    /** The item, if this run belongs to a {@link Fanout}. */
    Optional<Item> item();

    /**
     * The item as a class. One that is a map or a list of JSON becomes that class, as a {@linkplain #parameter
     * parameter} does.
     *
     * @throws IllegalArgumentException when this run has no item, or the item is not of that class
     */
    <T> T item(Class<T> type);

    /** The run that started this run's execution through {@link Deferred.Handover#nest}, if one did. */
    Optional<RunId> parentRun();

    /** The current time of the scheduler's clock, which tests can replace. */
    Instant now();

    /** The parameters: the step's inputs, overridden by the workflow's parameters, overridden by the trigger's. */
    Map<String, Object> parameters();

    /**
     * The values that were carried from the caller that started the execution, such as the headers of a trace; see
     * {@link Baton.Builder#carry}. Executions that a run nests carry the same values.
     */
    Map<String, String> carried();

    /**
     * A parameter as a class. One that was given as JSON, to the API, the dashboard or the command line, is read as that
     * class by the store's codec; a scheduler in memory has none.
     *
     * @throws IllegalArgumentException when no parameter has that name, or it is not of that class
     */
    <T> T parameter(String name, Class<T> type);

    /**
     * The value that the body of a parent returned.
     *
     * @throws dev.baton.error.NoOutputException when the step is not upstream of this one or has not succeeded
     */
    <T extends @Nullable Object> T output(Step<T> parent);

    /**
     * The output of a parent, by the parent's name.
     *
     * @throws dev.baton.error.NoOutputException when that job is not part of this execution, has not succeeded, or has an
     *     output of another type
     */
    <T> T output(String parent, Class<T> type);

    /** The runs this one depends on, as they ended, with status, reason and output; of the final step all others. */
    List<Run> parents();

    /**
     * The number of {@linkplain #parents parents} in each status; a status without parents is absent. Reads no outputs,
     * which matters to a reducer of many items: {@link Execution#runsFrom} reads their results page by page.
     */
    default Map<RunStatus, Integer> parentCounts() {
        Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
        parents().forEach(parent -> counts.merge(parent.status(), 1, Integer::sum));
        return counts;
    }

    /** Whether this is the final step, which runs after all others whatever became of them. */
    boolean isFinal();

    /**
     * How the execution would end if nothing more happened to it: what the final step reports. Steps that have not ended
     * do not count. Costs time in proportion to the number of steps.
     */
    ExecutionStatus statusSoFar();

    /** Why this run may run, in words: {@code "clean failed: disk full"}. Empty for a root. */
    String reason();

    /** A logger whose lines Baton keeps with the run and passes on to the program's log. */
    Logger log();

    /** Reports progress, as a fraction from 0 to 1 and in words. */
    void progress(double fraction, String message);

    /**
     * Whether the body should stop, because the run was cancelled, timed out or lost its lease. Its thread is
     * interrupted as well.
     */
    boolean isCancelled();

    /**
     * Sleeps on the scheduler's clock; under a test clock that takes no real time.
     *
     * @throws InterruptedException when the body should stop
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Ends this run as skipped, because there is nothing to do. Never returns: it throws an exception that the body
     * must not catch.
     *
     * @param reason why there is nothing to do, in words
     */
    RuntimeException skip(String reason);

    /**
     * The transaction in which Baton will record the end of this run. If the body writes its own data in it, both are
     * committed when the body returns, exactly once, and neither when it throws. How to write to it depends on the
     * store; with {@code baton-jdbc}, {@code Stores.connection(context)} returns the connection.
     *
     * @throws dev.baton.error.NotPossibleException when the scheduler has no store
     */
    Store.Transaction transaction();

    /**
     * Adds steps to this execution, downstream of this step. They join the execution in the transaction that records
     * this attempt's success; an attempt that does not succeed adds nothing. Repeated calls add more steps.
     *
     * @throws dev.baton.error.BatonException when a step's name is taken in this execution, its job is not registered,
     *     there are too many steps, or nothing can run after this step: it is the final step, or belongs to an item of
     *     a {@link Fanout}
     */
    void extend(Extension extension);

    /** Saves bytes for later attempts of this run, replacing the previous checkpoint. */
    void checkpoint(byte[] state);

    /** The last checkpoint that an attempt of this run saved. */
    Optional<byte[]> checkpoint();

    /**
     * An item of a fan-out.
     *
     * @param value the item itself
     * @param index its position in the list of items, from 0
     */
    record Item(Object value, int index) {}
}

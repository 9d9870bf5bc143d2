package dev.baton;

import dev.baton.spi.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What a body knows about its run, and what it can do about it. Belongs to one attempt; safe to use from threads that the
 * body starts, until the body returns.
 */
public interface RunContext {

    /** The execution this run belongs to. */
    UUID executionId();

    /** This run. */
    RunId runId();

    /** The job's name; {@code workflow/step} for a step. */
    String jobName();

    /** Which try this is, from 1. */
    int attempt();

    /** The instant the execution was scheduled for; when it was triggered, the instant of that. */
    Instant scheduledTime();

    /** Why the execution started. */
    Trigger trigger();

    /** The item it is for, where its run is one of a {@link Fanout}. */
    Optional<Item> item();

    /** The run that this run's execution belongs to, where it was started by one: see {@link Deferred.Handover#nest}. */
    Optional<RunId> parentRun();

    /** The time by the scheduler's clock, which in tests is the fake one. */
    Instant now();

    /** The step's inputs, the workflow's parameters and what the trigger gave, the later over the earlier. */
    Map<String, Object> parameters();

    /**
     * A parameter of a type.
     *
     * @throws IllegalArgumentException when there is none of that name, or it has another type
     */
    <T> T parameter(String name, Class<T> type);

    /**
     * The output of a parent, as its body returned it.
     *
     * @throws dev.baton.error.NoOutputException when that step is no ancestor in this execution or has not succeeded
     */
    <T extends @Nullable Object> T output(Step<T> parent);

    /**
     * The output of a parent by its name.
     *
     * @throws dev.baton.error.NoOutputException when that job is not part of this execution, has not succeeded, or has an
     *     output of another type
     */
    <T> T output(String parent, Class<T> type);

    /** The runs this one depends on, as they ended, with status, reason and output; of the final step all others. */
    List<Run> parents();

    /** Whether this is the final step, which runs after all others whatever became of them. */
    boolean isFinal();

    /**
     * How the execution would end if nothing more happened to it: what the final step reports. Steps that have not ended
     * do not count. Costs time in proportion to the number of steps.
     */
    ExecutionStatus statusSoFar();

    /** Why this run may run, in words: {@code "clean failed: disk full"}. Empty for a root. */
    String reason();

    /** A logger whose lines are kept with the run, and passed on to the program's own log. */
    Logger log();

    /** Says how far it has come, as a fraction from 0 to 1 and in words. */
    void progress(double fraction, String message);

    /** Whether this run is to stop: it was cancelled, timed out, or lost its lease. Its thread is interrupted as well. */
    boolean isCancelled();

    /**
     * Sleeps by the scheduler's clock, so that in tests it takes no time.
     *
     * @throws InterruptedException when the run is to stop
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Ends this run as skipped, because there is nothing to do. Never returns: it throws what the body must not catch.
     *
     * @param reason why, in words
     */
    RuntimeException skip(String reason);

    /**
     * The transaction in which the end of this run will be recorded, for the body to write its own data in: when it
     * returns, both are committed, once; when it throws, neither is. What it can be written with is the store's affair;
     * with {@code baton-jdbc}, {@code Stores.connection(context)} gives the connection.
     *
     * @throws dev.baton.error.NotPossibleException when everything is in memory
     */
    Store.Transaction transaction();

    /**
     * Adds steps to this execution, after this one: once this attempt has succeeded, in the same transaction that records
     * so, they are part of it like any other. An attempt that does not succeed adds nothing. Called again, it adds more.
     *
     * @throws dev.baton.error.BatonException when a step's name is taken in this execution, its job is not registered,
     *     they are too many, or nothing can run after this one: because it is the final step, or belongs to an item of a
     *     {@link Fanout}
     */
    void extend(Extension extension);

    /** Keeps bytes for later attempts of this run; replaces what was kept before. */
    void checkpoint(byte[] state);

    /** What an earlier attempt (or this one) kept. */
    Optional<byte[]> checkpoint();

    /**
     * An item of a fan-out.
     *
     * @param value what it is
     * @param index its place among the others, from 0
     */
    record Item(Object value, int index) {}
}

package dev.baton.worker;

import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The view that a {@link Handler} has of its run, and the actions it can take. Safe from any thread, as long as the run
 * is active.
 *
 * <pre>{@code
 * int rows = context.output("extract", Integer.class).orElse(0);
 * if (rows == 0) {
 *     throw context.skip("there is nothing to load");
 * }
 * context.progress(0.5, rows + " rows");
 * }</pre>
 */
public interface HandlerContext {

    /** The identity of the run. */
    RunInfo run();

    /** The execution's parameters. */
    Map<String, Object> parameters();

    /**
     * A parameter, converted to a type.
     *
     * @throws IllegalArgumentException when the value cannot be converted
     */
    <T> Optional<T> parameter(String name, Class<T> type);

    /**
     * The output of a parent, converted to a type.
     *
     * @throws IllegalArgumentException when the value cannot be converted
     */
    <T> Optional<T> output(String step, Class<T> type);

    /** How the parents ended; for the final step, how all other steps ended, with the status of the execution. */
    Upstream upstream();

    /**
     * The item, converted to a type; empty if the run does not belong to a fan-out.
     *
     * @throws IllegalArgumentException when the value cannot be converted
     */
    <T> Optional<T> item(Class<T> type);

    /**
     * Hands the results that the reducer of a fan-out combines to an action, one at a time, in the order of the items.
     * The worker fetches them page by page, so they may be larger than memory.
     *
     * @throws IllegalStateException when the run is not a reducer
     * @throws InterruptedException when the run must stop, or its lease is lost
     */
    void results(Consumer<ItemResult> action) throws IOException, InterruptedException;

    /** Appends to the run's log. Secrets are masked. */
    void log(String text);

    /**
     * Reports progress.
     *
     * @param fraction from 0 to 1
     */
    void progress(double fraction, String message);

    /** Whether the work must stop. Its thread has been interrupted too. */
    boolean isStopped();

    /**
     * Adds steps to the execution, downstream of this run, once the run has succeeded. Repeated calls add more steps.
     * If the server rejects a step, it rejects the result as well, and the run fails.
     */
    void extend(List<NewStep> steps);

    /** Ends the run as skipped: {@code throw context.skip("nothing to do");}. */
    RuntimeException skip(String reason);
}

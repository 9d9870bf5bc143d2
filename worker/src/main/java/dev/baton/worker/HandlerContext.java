package dev.baton.worker;

import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The view that a {@link Handler} has of its run, and the actions it can take. Safe from any thread, as long as the run
 * is active.
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

package dev.baton.worker;

import dev.baton.worker.Assignment.RunInfo;
import dev.baton.worker.Assignment.Upstream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a {@link Handler} can read and tell. Safe from any thread, as long as the run goes. */
public interface HandlerContext {

    /** Which run it is. */
    RunInfo run();

    /** The execution's parameters. */
    Map<String, Object> parameters();

    /**
     * A parameter as a type of one's own.
     *
     * @throws IllegalArgumentException when it is of another form
     */
    <T> Optional<T> parameter(String name, Class<T> type);

    /**
     * What a parent returned, as a type of one's own.
     *
     * @throws IllegalArgumentException when it is of another form
     */
    <T> Optional<T> output(String step, Class<T> type);

    /** How the parents ended; of the final step all others, with how the execution stands. */
    Upstream upstream();

    /**
     * The item of a fan-out, as a type of one's own; empty when this is none.
     *
     * @throws IllegalArgumentException when it is of another form
     */
    <T> Optional<T> item(Class<T> type);

    /** Adds to the run's log. Secrets are masked. */
    void log(String text);

    /**
     * Says how far it is.
     *
     * @param fraction from 0 to 1
     */
    void progress(double fraction, String message);

    /** Whether it is to stop. Its thread has been interrupted too. */
    boolean isStopped();

    /**
     * Adds steps to the execution, after this run, once it has succeeded; called again, more of them. The server refuses
     * what cannot be added, and with it the result: the run fails.
     */
    void extend(List<NewStep> steps);

    /** Ends the run as skipped: {@code throw context.skip("nothing to do");}. */
    RuntimeException skip(String reason);
}

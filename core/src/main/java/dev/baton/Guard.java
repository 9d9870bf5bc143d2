package dev.baton;

import java.util.Optional;

/**
 * Decides whether a run whose dependencies hold runs at all. Baton asks the guard before the run gets a worker, so it
 * must be quick.
 *
 * <pre>{@code
 * w.run("publish", context -> publish())
 *         .when(context -> isFriday(context.now()) ? Optional.of("not on a Friday") : Optional.empty());
 * }</pre>
 */
@FunctionalInterface
public interface Guard {

    /**
     * The reason to skip the run; empty to let it run.
     *
     * @throws Exception to fail the run
     */
    Optional<String> objection(RunContext context) throws Exception;
}

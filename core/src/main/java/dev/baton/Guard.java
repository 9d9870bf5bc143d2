package dev.baton;

import java.util.Optional;

/** Says whether a run is to run at all, once its dependencies hold. It is asked before a worker has the run: be quick. */
@FunctionalInterface
public interface Guard {

    /**
     * Why the run is to be skipped; nothing when it is to run.
     *
     * @throws Exception to fail the run
     */
    Optional<String> objection(RunContext context) throws Exception;
}

package dev.baton.server.window;

import dev.baton.RunId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The memory of jobs with a window from one run to the next, over restarts and on all nodes. Safe from any thread. */
public interface WindowMemory {

    /** Which run of a dependency a job has used last. */
    Optional<Use> lastUse(String job, String dependency);

    /**
     * A run of a job goes on with these runs.
     *
     * @param used the runs by the names of the dependencies
     * @param by the run that uses them
     */
    void keepUse(String job, Map<String, RunId> used, RunId by);

    /** When a job was last kept from running by a dependency. */
    Optional<Refusal> lastRefusal(String job);

    /** A run of a job was kept from running by a dependency. */
    void keepRefusal(String job, Refusal refusal);

    /**
     * That a run was used.
     *
     * @param used which
     * @param by the run that used it
     */
    record Use(RunId used, RunId by) {}

    /**
     * That a run was kept from running.
     *
     * @param at when
     * @param of which run
     */
    record Refusal(Instant at, RunId of) {}
}

package dev.baton.server.window;

import dev.baton.RunId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The memory of jobs with a window from one run to the next, across restarts and nodes. Safe from any thread. */
public interface WindowMemory {

    /** The run of a dependency that a job has used last. */
    Optional<Use> lastUse(String job, String dependency);

    /**
     * Records that a run of a job uses these runs.
     *
     * @param used the runs by the names of the dependencies
     * @param by the run that uses them
     */
    void keepUse(String job, Map<String, RunId> used, RunId by);

    /** The last time a dependency kept a job from running. */
    Optional<Refusal> lastRefusal(String job);

    /** Records that a dependency kept a run of a job from running. */
    void keepRefusal(String job, Refusal refusal);

    /**
     * The use of a run.
     *
     * @param used the run that was used
     * @param by the run that used it
     */
    record Use(RunId used, RunId by) {}

    /**
     * The refusal of a run.
     *
     * @param at the time
     * @param of the run
     */
    record Refusal(Instant at, RunId of) {}
}

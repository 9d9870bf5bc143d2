package dev.baton.server.window;

import dev.baton.RunId;
import java.time.Instant;
import java.util.Optional;

/** The state of the jobs and workflows that a window depends on, wherever they run. */
public interface Dependencies {

    /** Whether a name is that of a workflow, which counts as a whole. */
    boolean isWorkflow(String name);

    /**
     * Whether a dependency is running: a run of the job or step has begun and not ended, or an execution of the
     * workflow has not ended, even if none of its steps is running.
     *
     * @param name {@code workflow/step} for a step
     */
    boolean isActive(String name);

    /**
     * The latest run of a job, or execution of a workflow, that ended at or after an instant. A skipped run has done
     * nothing, so the one before it counts.
     */
    Optional<LatestEnd> latest(String name, Instant since);

    /** Whether a run of a job is known to have ended without success. A run that was removed is not. */
    boolean cameToNothing(String job, RunId run);
}

package dev.baton.server.window;

import dev.baton.RunId;
import java.time.Instant;
import java.util.Optional;

/** The state of the jobs and workflows that a window depends on, wherever they run. */
public interface Dependencies {

    /** Whether this is the name of a workflow, which counts as a whole. */
    boolean isWorkflow(String name);

    /**
     * Whether it is at it: a run of a job or step has begun and not ended, or an execution of a workflow has not ended,
     * even when none of its steps happens to run.
     *
     * @param name {@code workflow/step} for a step
     */
    boolean isActive(String name);

    /**
     * The run of a job, or the execution of a workflow, that ended last, no earlier than an instant. A skipped run has
     * done nothing: the one before it counts.
     */
    Optional<LatestEnd> latest(String name, Instant since);

    /** Whether a run of a job is known to have come to nothing. A run that is no longer kept is not. */
    boolean cameToNothing(String job, RunId run);
}

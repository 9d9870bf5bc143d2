package dev.baton.server.window;

/** Knows what jobs and workflows there are, and what runs at the moment, anywhere. */
public interface RunningJobs {

    /**
     * Whether a job has a run that has begun and not ended.
     *
     * @param job {@code workflow/step} for a step
     */
    boolean isRunning(String job);

    /** Whether this is the name of a workflow. */
    boolean isWorkflow(String name);
}

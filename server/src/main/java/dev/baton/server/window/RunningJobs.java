package dev.baton.server.window;

/** Knows what runs at the moment, anywhere. */
@FunctionalInterface
public interface RunningJobs {

    /**
     * Whether a job has a run that has begun and not ended.
     *
     * @param job {@code workflow/step} for a step
     */
    boolean isRunning(String job);
}

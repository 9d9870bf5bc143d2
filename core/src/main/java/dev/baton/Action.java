package dev.baton;

/**
 * The work of a job that has no result. Called once per attempt, on a thread of its own.
 *
 * <pre>{@code
 * Job clean = Job.named("clean").run(context -> files.deleteOld(context.scheduledTime()));
 * }</pre>
 */
@FunctionalInterface
public interface Action {

    /**
     * Does the work.
     *
     * @throws Exception to fail the attempt; a cancelled body should throw {@link InterruptedException}
     */
    void run(RunContext context) throws Exception;
}

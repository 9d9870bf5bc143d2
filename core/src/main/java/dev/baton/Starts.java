package dev.baton;

import java.util.List;
import java.util.Map;

/**
 * The ways to start executions from a program. {@code trigger} starts one now; {@code submit} starts what a
 * {@link Submission} describes: with an idempotency key, a delay, a priority, or after other runs. Safe from any thread, bodies
 * included.
 *
 * <p>An execution started before {@link Baton#start()} waits until the scheduler is started.
 */
public sealed interface Starts permits Baton {

    /**
     * Starts executions in the order given, all of them or none; each may depend on others of the list.
     *
     * @throws dev.baton.error.NoSuchJobException when no job or workflow has that name
     * @throws dev.baton.error.NoSuchExecutionException when a parent of a submission does not exist
     */
    List<Execution> submit(List<Submission> submissions);

    /**
     * Starts an execution once: with a key to be safe to repeat, later, or after other runs have ended.
     *
     * @throws dev.baton.error.NoSuchJobException when no job or workflow has that name
     * @throws dev.baton.error.NoSuchExecutionException when a parent of the submission does not exist
     */
    default Execution submit(Submission submission) {
        return submit(List.of(submission)).get(0);
    }

    /**
     * Starts an execution now: of a workflow, or of a job and everything that depends on it.
     *
     * @throws dev.baton.error.NoSuchJobException when no job or workflow has that name
     */
    default Execution trigger(String name) {
        return trigger(name, Map.of());
    }

    /**
     * Starts an execution now, with parameters.
     *
     * @throws dev.baton.error.NoSuchJobException when no job or workflow has that name
     */
    default Execution trigger(String name, Map<String, ?> parameters) {
        return submit(Submission.of(name).parameters(parameters).trigger(Trigger.MANUAL));
    }

    /** Starts an execution of a workflow now. */
    default Execution trigger(Workflow workflow) {
        return trigger(workflow.name());
    }

    /** Starts an execution of a workflow now, with parameters. */
    default Execution trigger(Workflow workflow, Map<String, ?> parameters) {
        return trigger(workflow.name(), parameters);
    }

    /**
     * Starts an execution of a job now, with its input.
     *
     * @throws dev.baton.error.NoSuchJobException when the job is not registered
     */
    default <I> Execution trigger(TypedJob<I, ?> job, I input) {
        return submit(Submission.of(job, input).trigger(Trigger.MANUAL));
    }
}

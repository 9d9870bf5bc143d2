package dev.baton;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The ways to start executions from a program. Both {@code trigger} and {@code submit} start what a {@link Submission}
 * describes: {@code trigger} names the job or workflow and changes the submission in place, {@code submit} takes one or
 * several that are made before. The execution reports which of both it was as its {@link Trigger}. Safe from any thread,
 * bodies included.
 *
 * <pre>{@code
 * baton.trigger("report");
 * baton.trigger("report", with -> with.key("report-7").delay(Duration.ofMinutes(5)).priority(3).queue("slow"));
 * baton.trigger(charge, new Charge("Ada", 42), with -> with.key("order-42"));
 * baton.submit(List.of(pick, pack.after(pick)));
 * }</pre>
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

    /**
     * Starts an execution with options: a key, a delay or a time, a priority, a queue, parameters, parents.
     *
     * @param options sets them on the submission that it is given
     * @throws dev.baton.error.NoSuchJobException when no job or workflow has that name
     */
    default Execution trigger(String name, UnaryOperator<Submission> options) {
        return submit(options.apply(Submission.of(name).trigger(Trigger.MANUAL)));
    }

    /**
     * Starts an execution of a job now.
     *
     * @throws dev.baton.error.NoSuchJobException when the job is not registered
     */
    default Execution trigger(Job job) {
        return trigger(job.name());
    }

    /** Starts an execution of a workflow with options; see {@link #trigger(String, UnaryOperator)}. */
    default Execution trigger(Workflow workflow, UnaryOperator<Submission> options) {
        return trigger(workflow.name(), options);
    }

    /** Starts an execution of a job with its input and options; see {@link #trigger(String, UnaryOperator)}. */
    default <I> Execution trigger(TypedJob<I, ?> job, I input, UnaryOperator<Submission> options) {
        return submit(options.apply(Submission.of(job, input).trigger(Trigger.MANUAL)));
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

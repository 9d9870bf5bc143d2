package dev.baton.worker;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run that a worker has been given, with the lease to execute it once.
 *
 * <pre>{@code
 * String title = assignment.run().job() + ", attempt " + assignment.run().attempt();
 * }</pre>
 *
 * @param lease the id of the lease; the server rejects reports under any other
 * @param run the run
 * @param command the work to do
 * @param inputs the values that the work may read
 * @param secrets values that must not appear in the log
 */
public record Assignment(String lease, RunInfo run, Command command, Inputs inputs, List<String> secrets) {

    /**
     * The identity of a run.
     *
     * @param id the run's id
     * @param executionId its execution's id
     * @param job the job's name; {@code workflow/step} for a step
     * @param attempt the number of the attempt, from 1
     * @param scheduledTime the time it was scheduled for
     * @param trigger why its execution started
     * @param parentRunId for an item or the reducer of a fan-out, the run that fanned out
     * @param traceparent the W3C trace context it belongs to
     * @param mayHaveStarted whether a server may have started this attempt before it died, and left a process of it
     */
    public record RunInfo(
            String id,
            String executionId,
            String job,
            int attempt,
            Instant scheduledTime,
            String trigger,
            @Nullable String parentRunId,
            @Nullable String traceparent,
            boolean mayHaveStarted) {}

    /**
     * The values that the work may read.
     *
     * @param environment environment variables
     * @param parameters the execution's parameters
     * @param outputs what parents returned, by the step's name
     * @param item for an item of a fan-out
     * @param files contents that are put into files, by the variable that names the file: what is too long for a
     *     variable
     * @param upstream how its parents ended; null where a server says nothing about it
     * @param results for a reducer, the variable that names the file with the results of the items, which the worker
     *     fetches page by page; null for others
     */
    public record Inputs(
            Map<String, String> environment,
            Map<String, Object> parameters,
            Map<String, Object> outputs,
            @Nullable Item item,
            Map<String, String> files,
            @Nullable Upstream upstream,
            @Nullable String results) {

        /** The inputs of work that is not a reducer's. */
        public Inputs(
                Map<String, String> environment,
                Map<String, Object> parameters,
                Map<String, Object> outputs,
                @Nullable Item item,
                Map<String, String> files,
                @Nullable Upstream upstream) {
            this(environment, parameters, outputs, item, files, upstream, null);
        }
    }

    /**
     * How the parents of a run ended.
     *
     * @param executionStatus for the final step, how the execution would end if nothing more happened to it; null for
     *     others
     * @param parents the ends of the parents, by the step's name; of very many those that did not succeed come first, and
     *     the rest is left out
     */
    public record Upstream(@Nullable String executionStatus, Map<String, Ended> parents) {

        /** No parents. */
        public static final Upstream NONE = new Upstream(null, Map.of());
    }

    /**
     * How a parent ended.
     *
     * @param status its status
     * @param reason why, in words; null when there is nothing to say
     */
    public record Ended(String status, @Nullable String reason) {}

    /**
     * An item of a fan-out.
     *
     * @param value the item
     * @param index its position in the list, from 0
     * @param variable the environment variable that carries it
     */
    public record Item(Object value, int index, String variable) {}
}

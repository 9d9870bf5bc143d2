package dev.baton;

import java.util.Map;

/**
 * A job or workflow that is started when an execution has ended, in the transaction that records its end. It gets its
 * inputs as parameters, and {@code execution_id}, {@code execution_name} and {@code execution_status} of the execution
 * that ended.
 *
 * <pre>{@code
 * Workflow.define("etl", w -> {
 *     w.run("load", context -> load());
 *     w.onFailure("alert", Map.of("channel", "ops")); // a JobCall
 * });
 * }</pre>
 *
 * @param job the name of the job or workflow
 * @param inputs its parameters
 */
public record JobCall(String job, Map<String, Object> inputs) {

    /** Copies the inputs, and refuses a name that no job can have. */
    public JobCall {
        Names.check(job);
        inputs = Maps.with(Map.of(), inputs);
    }
}

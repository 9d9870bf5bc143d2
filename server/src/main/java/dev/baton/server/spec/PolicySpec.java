package dev.baton.server.spec;

import dev.baton.RunPolicy;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.util.Map;

/**
 * How a job or a step runs.
 *
 * @param retry when failed attempts are tried again
 * @param limits how long an attempt, and all of them together, may take
 * @param priority which of two ready runs goes first
 * @param overlap what happens when it is to run while it still runs
 * @param demand the queue, the labels a worker must have, how many at a time and in a time
 * @param env variables for the environment of what runs
 */
public record PolicySpec(
        Retry retry,
        RunPolicy.Limits limits,
        int priority,
        Overlap overlap,
        RunPolicy.Demand demand,
        Map<String, String> env) {

    /** One attempt, no limit, priority 0, any worker. */
    public static final PolicySpec DEFAULT = new PolicySpec(
            Retry.none(), new RunPolicy.Limits(null, null), 0, Overlap.allow(), RunPolicy.Demand.NONE, Map.of());

    /** Copies the variables. */
    public PolicySpec {
        env = Copies.map(env);
    }
}

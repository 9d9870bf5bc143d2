package dev.baton.server.spec;

import dev.baton.RunPolicy;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.server.spec.document.Copies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a job or a step runs.
 *
 * @param retry when failed attempts are tried again
 * @param limits how long an attempt, and all of them together, may take
 * @param priority which of two ready runs goes first
 * @param overlap what happens when it is to run while it still runs
 * @param demand the queue, the labels a worker must have, how many at a time and in a time
 * @param grants what its runs are given, and may do
 */
public record PolicySpec(
        Retry retry, RunPolicy.Limits limits, int priority, Overlap overlap, RunPolicy.Demand demand, Grants grants) {

    /** One attempt, no limit, priority 0, any worker. */
    public static final PolicySpec DEFAULT = new PolicySpec(
            Retry.none(), new RunPolicy.Limits(null, null), 0, Overlap.allow(), RunPolicy.Demand.NONE, Grants.NOTHING);

    /**
     * What runs are given, and may do beside their work.
     *
     * @param env variables for the environment of what runs
     * @param secrets the names of secrets that are variables of that environment as well
     * @param adds the jobs that a run may add as steps after itself; null for those that wait in the same queue and ask
     *     for no label that the job itself does not ask for
     */
    public record Grants(
            Map<String, String> env,
            List<String> secrets,
            @Nullable List<String> adds) {

        /** No variables and no secrets. */
        public static final Grants NOTHING = new Grants(Map.of(), List.of(), null);

        /** Copies what could change. */
        public Grants {
            env = Copies.map(env);
            secrets = List.copyOf(secrets);
            adds = adds == null ? null : List.copyOf(adds);
        }
    }

    /** Environment variables for its runs. */
    public Map<String, String> env() {
        return grants.env();
    }
}

package dev.baton.server.spec;

import dev.baton.RunPolicy;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import dev.baton.server.spec.document.Copies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a job or step.
 *
 * @param retry when failed attempts are retried
 * @param limits how long an attempt, and all of them together, may take
 * @param priority of two ready runs, the one with the higher priority starts first
 * @param overlap what Baton does with a run that is due while another is active
 * @param demand the queue, the labels that a worker must have, and the limits on runs at a time and starts in a period
 * @param grants the environment and secrets of its runs, and the jobs they may add
 */
public record PolicySpec(
        Retry retry, RunPolicy.Limits limits, int priority, Overlap overlap, RunPolicy.Demand demand, Grants grants) {

    /** One attempt, no limit, priority 0, any worker. */
    public static final PolicySpec DEFAULT = new PolicySpec(
            Retry.none(), new RunPolicy.Limits(null, null), 0, Overlap.allow(), RunPolicy.Demand.NONE, Grants.NOTHING);

    /**
     * The environment and secrets of runs, and the jobs they may add.
     *
     * @param env environment variables for its runs
     * @param secrets the names of secrets that its runs find as environment variables
     * @param adds the jobs that a run may add as steps after itself; null for those that wait in the same queue and ask
     *     for no label that the job itself does not ask for
     */
    public record Grants(
            Map<String, String> env,
            List<String> secrets,
            @Nullable List<String> adds) {

        /** No variables and no secrets. */
        public static final Grants NOTHING = new Grants(Map.of(), List.of(), null);

        /** Copies the mutable arguments. */
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

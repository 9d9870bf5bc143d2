package dev.baton.server.kind;

import dev.baton.Body;
import dev.baton.RunPolicy;
import dev.baton.policy.Retry;

/**
 * A body, with the parts of its job's policy that depend on the kind.
 *
 * @param body the body
 * @param demand its demand on workers
 * @param retry the retry policy of the run
 */
public record Made(Body<?> body, RunPolicy.Demand demand, Retry retry) {}

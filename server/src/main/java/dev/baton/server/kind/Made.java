package dev.baton.server.kind;

import dev.baton.Body;
import dev.baton.RunPolicy;
import dev.baton.policy.Retry;

/**
 * What runs, with the parts of its job's policy that depend on the kind.
 *
 * @param body the body
 * @param demand what it asks of a worker
 * @param retry when the run itself is tried again
 */
public record Made(Body<?> body, RunPolicy.Demand demand, Retry retry) {}

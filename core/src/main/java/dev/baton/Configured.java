package dev.baton;

import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What jobs and steps have in common about running: retries, limits, order.
 *
 * @param <S> what each call returns, to go on with
 */
public interface Configured<S> {

    /** Changes the policy; the other methods are short forms of this one. */
    S policy(UnaryOperator<RunPolicy> change);

    /** Tries failed attempts again. */
    default S retry(Retry retry) {
        return policy(p -> p.withRetry(retry));
    }

    /** Stops an attempt that takes longer. */
    default S timeout(Duration perAttempt) {
        return policy(p -> p.withLimits(p.limits().withAttempt(perAttempt)));
    }

    /** Stops a run whose attempts and the delays between them take longer together. */
    default S totalTimeout(Duration overAllAttempts) {
        return policy(p -> p.withLimits(p.limits().withTotal(overAllAttempts)));
    }

    /** Higher goes first; the default is 0. Waiting raises a run by one for each minute, so that none starves. */
    default S priority(int priority) {
        return policy(p -> p.withPriority(priority));
    }

    /** Says what happens when it is to run while it still runs. */
    default S overlap(Overlap overlap) {
        return policy(p -> p.withOverlap(overlap));
    }

    /** Lets it wait in this queue, for a worker that serves it; without it, in the queue {@code default}. */
    default S queue(String name) {
        return policy(p -> p.withDemand(p.demand().withQueue(name)));
    }

    /** Lets only workers run it that have all of these labels. */
    default S labels(String... labels) {
        return policy(p -> p.withDemand(p.demand().withLabels(Set.of(labels))));
    }

    /** Limits how many of its runs may run at a time, and start in a time, over all nodes; more of them wait. */
    default S limit(Limit limit) {
        return policy(p -> p.withDemand(p.demand().withLimit(limit)));
    }

    /** Wraps the body; called inside the interceptors that are there already. */
    default S intercept(Interceptor interceptor) {
        return policy(p -> p.withInterceptor(interceptor));
    }

    /** Skips it unless this holds when its turn has come; the first attempt is asked, retries are not. */
    default S when(Guard guard) {
        return policy(p -> p.withGuard(guard));
    }

    /** A failure does not fail the execution; conditions still see it as a failure. */
    default S allowFailure() {
        return policy(p -> p.withAllowFailure(true));
    }

    /** Gives the body a value under a name, for {@link RunContext#parameters()}; parameters of a trigger win over it. */
    default S input(String name, Object value) {
        return policy(p -> p.withInputs(Maps.with(p.inputs(), name, value)));
    }

    /** Gives the body values under names, for {@link RunContext#parameters()}. */
    default S inputs(Map<String, ?> values) {
        return policy(p -> p.withInputs(Maps.with(p.inputs(), values)));
    }
}

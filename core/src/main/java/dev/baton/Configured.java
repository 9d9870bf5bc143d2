package dev.baton;

import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The run settings that jobs and steps share: retries, limits, priority.
 *
 * <pre>{@code
 * Job.named("send").retry(Retry.fixed(3, Duration.ofSeconds(10))).timeout(Duration.ofMinutes(1)).queue("mail").run(context -> send());
 * }</pre>
 *
 * @param <S> the type that each call returns, for chaining
 */
public interface Configured<S> {

    /** Changes the policy; the other methods are short forms of this one. */
    S policy(UnaryOperator<RunPolicy> change);

    /** Retries failed attempts. */
    default S retry(Retry retry) {
        return policy(p -> p.withRetry(retry));
    }

    /** Stops an attempt that takes longer than this. */
    default S timeout(Duration perAttempt) {
        return policy(p -> p.withLimits(p.limits().withAttempt(perAttempt)));
    }

    /** Stops a run that takes longer than this over all attempts and the delays between them. */
    default S totalTimeout(Duration overAllAttempts) {
        return policy(p -> p.withLimits(p.limits().withTotal(overAllAttempts)));
    }

    /**
     * Sets the priority; higher goes first, the default is 0. A waiting run gains one point per minute, so that none
     * starves.
     */
    default S priority(int priority) {
        return policy(p -> p.withPriority(priority));
    }

    /** Sets what happens when the job is due while an earlier run of it is still active. */
    default S overlap(Overlap overlap) {
        return policy(p -> p.withOverlap(overlap));
    }

    /** Sets the queue in which runs wait for a worker; the default is {@code default}. */
    default S queue(String name) {
        return policy(p -> p.withDemand(p.demand().withQueue(name)));
    }

    /** Restricts the job to workers that have all of these labels. */
    default S labels(String... labels) {
        return policy(p -> p.withDemand(p.demand().withLabels(Set.of(labels))));
    }

    /**
     * Limits how many runs of the job may run at a time, and how many may start per period, over all nodes. Further
     * runs wait.
     */
    default S limit(Limit limit) {
        return policy(p -> p.withDemand(p.demand().withLimit(limit)));
    }

    /** Wraps the body. This interceptor runs inside those added before. */
    default S intercept(Interceptor interceptor) {
        return policy(p -> p.withInterceptor(interceptor));
    }

    /**
     * Skips the run unless the guard lets it pass. Baton asks the guard before the first attempt, not before retries.
     */
    default S when(Guard guard) {
        return policy(p -> p.withGuard(guard));
    }

    /** Keeps a failure from failing the execution. Conditions still see a failure. */
    default S allowFailure() {
        return policy(p -> p.withAllowFailure(true));
    }

    /** Adds a named value to {@link RunContext#parameters()}; a parameter of the trigger overrides it. */
    default S input(String name, Object value) {
        return policy(p -> p.withInputs(Maps.with(p.inputs(), name, value)));
    }

    /** Adds named values to {@link RunContext#parameters()}; parameters of the trigger override them. */
    default S inputs(Map<String, ?> values) {
        return policy(p -> p.withInputs(Maps.with(p.inputs(), values)));
    }
}

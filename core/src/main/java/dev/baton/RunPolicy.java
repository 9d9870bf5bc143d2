package dev.baton;

import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a job runs.
 *
 * @param retry when failed attempts are tried again
 * @param limits how long it may take
 * @param priority which of two ready runs goes first
 * @param overlap what happens when it is to run while it still runs
 * @param wrapping what is around the body, and what is handed to it
 * @param allowFailure whether its failure leaves the execution's status alone
 * @param demand where it may run, and how many of it at a time
 */
public record RunPolicy(
        Retry retry,
        Limits limits,
        int priority,
        Overlap overlap,
        Wrapping wrapping,
        boolean allowFailure,
        Demand demand) {

    /** One attempt, no limit, priority 0. */
    public static final RunPolicy DEFAULT =
            new RunPolicy(Retry.none(), Limits.NONE, 0, Overlap.allow(), Wrapping.NONE, false, Demand.NONE);

    /** Refuses a priority out of range. */
    public RunPolicy {
        if (priority < -1000 || priority > 1000) {
            throw new IllegalArgumentException("priority goes from -1000 to 1000, not " + priority);
        }
    }

    /**
     * Time limits.
     *
     * @param attempt for each attempt
     * @param total for all attempts and the delays between them
     */
    public record Limits(
            @Nullable Duration attempt, @Nullable Duration total) {

        static final Limits NONE = new Limits(null, null);

        /** Refuses limits of zero or less. */
        public Limits {
            checkPositive(attempt);
            checkPositive(total);
        }

        // Not in the class around it: whichever of the two is loaded first must not need the other.
        static void checkPositive(@Nullable Duration limit) {
            if (limit != null && (limit.isNegative() || limit.isZero())) {
                throw new IllegalArgumentException("a time limit must be longer than nothing, not " + limit);
            }
        }

        Limits withAttempt(Duration limit) {
            return new Limits(limit, total);
        }

        Limits withTotal(Duration limit) {
            return new Limits(attempt, limit);
        }
    }

    /**
     * What is around a body, and what is handed to it.
     *
     * @param interceptors from the outside in
     * @param inputs values under names
     * @param guard says whether it runs at all; null when nothing keeps it from that
     */
    public record Wrapping(
            List<Interceptor> interceptors,
            Map<String, Object> inputs,
            @Nullable Guard guard) {

        static final Wrapping NONE = new Wrapping(List.of(), Map.of(), null);
    }

    /**
     * Where a run may run, and how many of its job at a time.
     *
     * @param queue the queue it waits in
     * @param labels what the worker that runs it must have
     * @param limit how many at a time, and in a time
     */
    public record Demand(String queue, Set<String> labels, Limit limit) {

        /** The queue of what names no other. */
        public static final String DEFAULT_QUEUE = "default";

        /** Any worker, any number. */
        public static final Demand NONE = new Demand(DEFAULT_QUEUE, Set.of(), Limit.none());

        /** Refuses names that cannot be. */
        public Demand {
            Names.check(queue);
            labels = Set.copyOf(labels);
            labels.forEach(Names::check);
        }

        /** Whether any worker will do. */
        public boolean isOrdinary() {
            return queue.equals(DEFAULT_QUEUE) && labels.isEmpty();
        }

        Demand withQueue(String newQueue) {
            return new Demand(newQueue, labels, limit);
        }

        Demand withLabels(Set<String> newLabels) {
            return new Demand(queue, newLabels, limit);
        }

        Demand withLimit(Limit newLimit) {
            return new Demand(queue, labels, newLimit);
        }

        /** Which worker it takes, in words. */
        @Override
        public String toString() {
            String sorted = String.join(", ", labels.stream().sorted().toList());
            return "that serves queue " + queue + (labels.isEmpty() ? "" : " and has " + sorted);
        }
    }

    /** Whether a run under this policy needs nothing looked after: no limit, slot, priority or interceptor. */
    public boolean isPlain() {
        return priority == 0
                && overlap.isUnlimited()
                && limits.attempt() == null
                && limits.total() == null
                && wrapping.interceptors().isEmpty()
                && wrapping.guard() == null
                && demand.isOrdinary()
                && demand.limit().isNone();
    }

    /** From the outside in. */
    public List<Interceptor> interceptors() {
        return wrapping.interceptors();
    }

    /** Values under names, handed to the body. */
    public Map<String, Object> inputs() {
        return wrapping.inputs();
    }

    /** Says whether it runs at all; null when nothing keeps it from that. */
    public @Nullable Guard guard() {
        return wrapping.guard();
    }

    RunPolicy withRetry(Retry newRetry) {
        return new RunPolicy(newRetry, limits, priority, overlap, wrapping, allowFailure, demand);
    }

    RunPolicy withLimits(Limits newLimits) {
        return new RunPolicy(retry, newLimits, priority, overlap, wrapping, allowFailure, demand);
    }

    RunPolicy withPriority(int newPriority) {
        return new RunPolicy(retry, limits, newPriority, overlap, wrapping, allowFailure, demand);
    }

    RunPolicy withOverlap(Overlap newOverlap) {
        return new RunPolicy(retry, limits, priority, newOverlap, wrapping, allowFailure, demand);
    }

    RunPolicy withInterceptor(Interceptor interceptor) {
        List<Interceptor> more = new ArrayList<>(wrapping.interceptors());
        more.add(interceptor);
        return withWrapping(new Wrapping(List.copyOf(more), wrapping.inputs(), wrapping.guard()));
    }

    RunPolicy withInputs(Map<String, Object> inputs) {
        return withWrapping(new Wrapping(wrapping.interceptors(), inputs, wrapping.guard()));
    }

    RunPolicy withGuard(@Nullable Guard guard) {
        return withWrapping(new Wrapping(wrapping.interceptors(), wrapping.inputs(), guard));
    }

    RunPolicy withAllowFailure(boolean allow) {
        return new RunPolicy(retry, limits, priority, overlap, wrapping, allow, demand);
    }

    RunPolicy withDemand(Demand newDemand) {
        return new RunPolicy(retry, limits, priority, overlap, wrapping, allowFailure, newDemand);
    }

    private RunPolicy withWrapping(Wrapping newWrapping) {
        return new RunPolicy(retry, limits, priority, overlap, newWrapping, allowFailure, demand);
    }
}

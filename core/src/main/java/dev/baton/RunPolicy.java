package dev.baton;

import dev.baton.policy.Limit;
import dev.baton.policy.Overlap;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a job's runs.
 *
 * <pre>{@code
 * String queue = baton.job("report").map(job -> job.policy().demand().queue()).orElse("default");
 * }</pre>
 *
 * @param retry when failed attempts are retried
 * @param limits the time limits
 * @param priority the priority; of two ready runs the higher goes first
 * @param overlap what happens when the job is due while an earlier run of it is still active
 * @param wrapping the interceptors, inputs and guard
 * @param allowFailure whether a failure does not fail the execution
 * @param demand the queue, labels and limit
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

    /** Rejects a priority out of range. */
    public RunPolicy {
        checkPriority(priority);
    }

    static int checkPriority(int priority) {
        if (priority < -1000 || priority > 1000) {
            throw new IllegalArgumentException("priority goes from -1000 to 1000, not " + priority);
        }
        return priority;
    }

    /**
     * The time limits of a run.
     *
     * @param attempt the limit of each attempt
     * @param total the limit of all attempts and the delays between them
     */
    public record Limits(
            @Nullable Duration attempt, @Nullable Duration total) {

        static final Limits NONE = new Limits(null, null);

        /** Rejects limits of zero or less. */
        public Limits {
            checkPositive(attempt);
            checkPositive(total);
        }

        // Not in the enclosing class: either class may be loaded first and must not need the other for that.
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
     * The code around a body, and the values given to it.
     *
     * @param interceptors the interceptors, from the outside in
     * @param inputs named values for {@link RunContext#parameters()}
     * @param guard decides whether the run runs at all; null for always
     */
    public record Wrapping(
            List<Interceptor> interceptors,
            Map<String, Object> inputs,
            @Nullable Guard guard) {

        static final Wrapping NONE = new Wrapping(List.of(), Map.of(), null);
    }

    /**
     * The demands of a job on its workers, and its limit.
     *
     * @param queue the queue in which its runs wait
     * @param labels the labels that the worker must have
     * @param limit how many runs at a time and per period
     */
    public record Demand(String queue, Set<String> labels, Limit limit) {

        // A server asks for the kind of a command and for a Java handler by labels with these prefixes.
        private static final String KIND = "kind.";
        private static final String HANDLER = "handler.";

        /** The queue of jobs that name none. */
        public static final String DEFAULT_QUEUE = "default";

        /** Any worker, any number. */
        public static final Demand NONE = new Demand(DEFAULT_QUEUE, Set.of(), Limit.none());

        /** Rejects invalid names. */
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

        /** The demands on a worker, in words. */
        @Override
        public String toString() {
            List<String> clauses = new ArrayList<>();
            clauses.add("serves queue " + queue);
            clause("has ", label -> !label.startsWith(KIND) && !label.startsWith(HANDLER), 0)
                    .ifPresent(clauses::add);
            clause("runs kind ", label -> label.startsWith(KIND), KIND.length()).ifPresent(clauses::add);
            clause("has handler ", label -> label.startsWith(HANDLER), HANDLER.length())
                    .ifPresent(clauses::add);
            String last = clauses.remove(clauses.size() - 1);
            return "that " + (clauses.isEmpty() ? last : String.join(", ", clauses) + " and " + last);
        }

        private Optional<String> clause(String verb, Predicate<String> which, int prefix) {
            List<String> some = labels.stream()
                    .filter(which)
                    .map(label -> label.substring(prefix))
                    .sorted()
                    .toList();
            return some.isEmpty() ? Optional.empty() : Optional.of(verb + String.join(", ", some));
        }
    }

    /** Whether a run under this policy needs no bookkeeping: no limit, slot, priority or interceptor. */
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

    /** The interceptors, from the outside in. */
    public List<Interceptor> interceptors() {
        return wrapping.interceptors();
    }

    /** The named values for {@link RunContext#parameters()}. */
    public Map<String, Object> inputs() {
        return wrapping.inputs();
    }

    /** The guard that decides whether the run runs at all; null if there is none. */
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

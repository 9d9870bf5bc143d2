package dev.baton;

import dev.baton.spi.HiddenParameters;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A body that lists items, runs another body for each of them, a limited number at a time, and may reduce the results
 * at the end. The policies set here apply to the run of each item. Immutable: each call returns a new fan-out.
 *
 * <pre>{@code
 * Job.named("scan").fanout(Fanout.over(context -> targets())
 *         .concurrency(4)
 *         .tolerance(0.1)
 *         .each(context -> scan(context.item().orElseThrow().value()))
 *         .reduce(Fanout.RunOn.SUCCESS, context -> merge(context.parents())));
 * }</pre>
 *
 * <p>The run succeeds when every item succeeded, is {@link RunStatus#PARTIAL} when the failures stay within the
 * tolerance, and fails beyond it. A retry does not fan out again: it runs only the failed items.
 */
public final class Fanout implements Deferred, Configured<Fanout> {

    /** The reducer's step name among the items. */
    public static final String REDUCER = "reducer";

    /** The default for {@link #maxItems}: a fan-out over more items fails. */
    public static final int MOST_ITEMS = 10_000;

    private static final String ITEMS = "baton.items";

    private static final Set<RunStatus> UNSUCCESSFUL = Arrays.stream(RunStatus.values())
            .filter(status -> !status.countsAsSuccess())
            .collect(Collectors.toUnmodifiableSet());

    private final Source source;
    private final @Nullable Body<?> each;
    private final RunPolicy policy;
    private final Bounds bounds;
    private final @Nullable Reducer reducer;

    /** Lists the items of a fan-out. */
    @FunctionalInterface
    public interface Source {

        /**
         * The items. Each must be storable: text, a number, a list or map of these, or a type that the store's codec
         * knows.
         *
         * @throws Exception to fail the run before any item has started
         */
        List<?> items(RunContext context) throws Exception;
    }

    /** The condition under which the reducer runs. */
    public enum RunOn {
        /** When all items succeeded, or the failures stay within the tolerance. */
        SUCCESS,
        /** When at least one item succeeded. */
        ANY_SUCCESS,
        /** Always, even when there was no item. */
        ALWAYS
    }

    /**
     * The reducer: combines the results of the items.
     *
     * @param runOn when it runs
     * @param body its body; {@link RunContext#parents()} are the runs of the items
     * @param policy its run policy
     */
    public record Reducer(RunOn runOn, Body<?> body, RunPolicy policy) {}

    /**
     * The bounds of a fan-out.
     *
     * @param concurrency how many items run at a time
     * @param tolerance the fraction of items that may fail, from 0 to 1
     * @param maxItems the most items allowed
     */
    record Bounds(int concurrency, double tolerance, int maxItems) {

        Bounds {
            if (concurrency < 1) {
                throw new IllegalArgumentException("at least one item must run at a time, not " + concurrency);
            }
            if (!(tolerance >= 0 && tolerance <= 1)) {
                throw new IllegalArgumentException("a tolerance is a part from 0 to 1, not " + tolerance);
            }
            if (maxItems < 1) {
                throw new IllegalArgumentException("at least one item must be allowed, not " + maxItems);
            }
        }
    }

    private Fanout(Source source, @Nullable Body<?> each, RunPolicy policy, Bounds bounds, @Nullable Reducer reducer) {
        this.source = source;
        this.each = each;
        this.policy = policy;
        this.bounds = bounds;
        this.reducer = reducer;
    }

    /** A fan-out over the items that a source lists. */
    public static Fanout over(Source source) {
        return new Fanout(source, null, RunPolicy.DEFAULT, new Bounds(Integer.MAX_VALUE, 0, MOST_ITEMS), null);
    }

    /** A fan-out over these items. */
    public static Fanout over(List<?> items) {
        List<?> kept = List.copyOf(items);
        return over(context -> kept);
    }

    /** Sets the body of each item; {@link RunContext#item()} is the item. */
    public Fanout each(Body<?> body) {
        return new Fanout(source, body, policy, bounds, reducer);
    }

    /** The same with a typed body for each item, and a reducer that collects the results of those that succeeded. */
    <I> Fanout collecting(Class<I> type, TypedJob.InputBody<I, ?> body) {
        // Always, so that no items make an empty list; the tolerance decides on failure all the same.
        Body<?> each = new WrappedBody<>(body, context -> body.call(context, context.item(type)));
        return each(each).reduce(RunOn.ALWAYS, new WrappedBody<>(body, Fanout::results));
    }

    private static List<@Nullable Object> results(RunContext context) {
        List<@Nullable Object> results = new ArrayList<>();
        for (Run run : context.parents()) {
            if (run.status().countsAsSuccess()) {
                results.add(run.result().output());
            }
        }
        return results;
    }

    /** The user's code in it: the body of each item, or the source if there is none. */
    Object code() {
        return each == null ? source : each;
    }

    /** Sets how many items run at a time, over all workers; the default is no limit. */
    public Fanout concurrency(int most) {
        return with(new Bounds(most, bounds.tolerance, bounds.maxItems));
    }

    /** Sets the fraction of items that may fail, from 0 to 1; the default is none. */
    public Fanout tolerance(double part) {
        return with(new Bounds(bounds.concurrency, part, bounds.maxItems));
    }

    /** Fails the run before any item starts if there are more items than this; the default is {@value #MOST_ITEMS}. */
    public Fanout maxItems(int most) {
        return with(new Bounds(bounds.concurrency, bounds.tolerance, most));
    }

    private Fanout with(Bounds newBounds) {
        return new Fanout(source, each, policy, newBounds, reducer);
    }

    /** Sets a reducer, which combines the results at the end. */
    public Fanout reduce(RunOn runOn, Body<?> body) {
        return reduce(runOn, body, unchanged -> unchanged);
    }

    /** Sets a reducer with its own policy. */
    public Fanout reduce(RunOn runOn, Body<?> body, UnaryOperator<RunPolicy> reducerPolicy) {
        return new Fanout(
                source, each, policy, bounds, new Reducer(runOn, body, reducerPolicy.apply(RunPolicy.DEFAULT)));
    }

    @Override
    public Fanout policy(UnaryOperator<RunPolicy> change) {
        return new Fanout(source, each, change.apply(policy), bounds, reducer);
    }

    /** How many items run at a time. */
    public int concurrency() {
        return bounds.concurrency;
    }

    /** The reducer, if there is one. */
    public Optional<Reducer> reducer() {
        return Optional.ofNullable(reducer);
    }

    @Override
    public void begin(RunContext context, Handover handover) throws Exception {
        if (handover.nested(ended -> end(ended, handover)).isPresent()) {
            return;
        }
        List<?> items = new ArrayList<>(source.items(context));
        if (items.size() > bounds.maxItems) {
            throw new IllegalStateException("there are " + items.size() + " items, and " + bounds.maxItems
                    + " at most are allowed: nothing was started. Raise max_items, or have fewer.");
        }
        boolean nothing = items.isEmpty() && (reducer == null || reducer.runOn != RunOn.ALWAYS);
        if (nothing) {
            handover.succeed(Summary.of(0, List.of()).toMap());
            return;
        }
        Map<String, Object> parameters = new LinkedHashMap<>(context.parameters());
        parameters.put(ITEMS, items);
        Submission submission = Submission.of(itemsOf(context.jobName())).parameters(parameters);
        handover.nest(HiddenParameters.carry(submission, context.carried()), ended -> end(ended, handover));
    }

    private void end(Execution ended, Handover handover) {
        int items = ended.items().size();
        // The outputs of the items stay where they are: together they may be larger than memory.
        Summary summary = Summary.of(
                items,
                ended.runs(0, Integer.MAX_VALUE, UNSUCCESSFUL).stream()
                        .filter(run -> run.id().number() < items)
                        .toList());
        Run last = ended.runs(items, 1, Set.of()).stream().findFirst().orElse(null);
        Object output = summary.toMap();
        if (last != null && last.status().countsAsSuccess()) {
            output = last.output().orElse(output);
        }
        if (ended.status() == ExecutionStatus.CANCELLED) {
            handover.fail(new IllegalStateException("the items were cancelled"));
        } else if (!summary.isTolerable(bounds.tolerance)) {
            handover.fail(new IllegalStateException(summary.failed + " of " + summary.count + " items failed, first "
                    + summary.firstFailure + " (at most " + percent(bounds.tolerance) + " % may)"));
        } else if (last != null && last.status().countsAsFailure()) {
            handover.fail(new IllegalStateException("the reducer failed: " + last.reason()));
        } else if (summary.failed > 0) {
            handover.partlySucceed(output);
        } else {
            handover.succeed(output);
        }
    }

    private static String percent(double part) {
        return BigDecimal.valueOf(part).movePointRight(2).stripTrailingZeros().toPlainString();
    }

    /** The counts of how the items ended. */
    private record Summary(int count, int succeeded, int failed, int skipped, String firstFailure) {

        static Summary of(int count, List<Run> unsuccessful) {
            int failed = 0;
            String firstFailure = "";
            for (Run run : unsuccessful) {
                if (run.status().countsAsFailure()) {
                    firstFailure = failed == 0 ? "item " + run.id().number() + ": " + run.reason() : firstFailure;
                    failed++;
                }
            }
            return new Summary(count, count - unsuccessful.size(), failed, unsuccessful.size() - failed, firstFailure);
        }

        static Summary of(Map<RunStatus, Integer> counts) {
            int count = 0;
            int succeeded = 0;
            int failed = 0;
            for (Map.Entry<RunStatus, Integer> each : counts.entrySet()) {
                count += each.getValue();
                succeeded += each.getKey().countsAsSuccess() ? each.getValue() : 0;
                failed += each.getKey().countsAsFailure() ? each.getValue() : 0;
            }
            return new Summary(count, succeeded, failed, count - succeeded - failed, "");
        }

        /** Counts in decimal: 29 of 100 is 0.29, but 0.29 * 100 in binary is less than 29. */
        boolean isTolerable(double tolerance) {
            BigDecimal most = BigDecimal.valueOf(tolerance).multiply(BigDecimal.valueOf(count));
            return BigDecimal.valueOf(failed).compareTo(most) <= 0;
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("items", count);
            map.put("succeeded", succeeded);
            map.put("failed", failed);
            map.put("skipped", skipped);
            return map;
        }
    }

    /** Why the reducer is skipped, once all items have ended; empty if it runs. */
    private Optional<String> reducerObjection(RunContext context) {
        Reducer known = reducer;
        Summary summary = Summary.of(context.parentCounts());
        boolean runs = known != null
                && switch (known.runOn) {
                    case SUCCESS -> summary.isTolerable(bounds.tolerance);
                    case ANY_SUCCESS -> summary.succeeded > 0;
                    case ALWAYS -> true;
                };
        return runs
                ? Optional.empty()
                : Optional.of(summary.succeeded + " of " + summary.count + " items succeeded, which is not enough");
    }

    /** The name of the executions over the items of a job. */
    public static String itemsOf(String job) {
        return job + "/items";
    }

    /** Whether an execution is one over the items of a fan-out. */
    public static boolean isOfItems(Execution execution) {
        return execution.name().endsWith("/items") && execution.parentRun().isPresent();
    }

    /** Whether a run is the reducer's. */
    public static boolean isReducer(Run run) {
        return run.job().endsWith("/" + REDUCER);
    }

    /** Reads the items from an execution's parameters. */
    public static List<?> items(Map<String, ?> parameters) {
        return parameters.get(ITEMS) instanceof List<?> items ? items : List.of();
    }

    /** The parameters that a body sees: all but the items. */
    public static Map<String, Object> withoutItems(Map<String, Object> parameters) {
        if (!parameters.containsKey(ITEMS)) {
            return parameters;
        }
        Map<String, Object> others = new LinkedHashMap<>(parameters);
        others.remove(ITEMS);
        return others;
    }

    /** The job that runs for each item of a fan-out job. */
    public Job itemJob(String job) {
        if (each == null) {
            throw new IllegalStateException("the fan-out " + job + " does not say what to do with each item");
        }
        return new Job(job, each, Timing.TRIGGERED, policy, Join.all(), Set.of());
    }

    /** The job that runs after all items of a fan-out job. */
    public Job reducerJob(String job) {
        Reducer known = reducer().orElseThrow();
        RunPolicy guarded = known.policy.withGuard(this::reducerObjection);
        return new Job(job + "/" + REDUCER, known.body, Timing.TRIGGERED, guarded, Join.all(), Set.of());
    }
}

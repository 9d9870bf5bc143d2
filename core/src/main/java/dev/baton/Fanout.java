package dev.baton;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A body that is many: it finds items, runs a body for each, so many at a time, and at the end perhaps one more that puts
 * the results together. The policies set here are those of each item's run. Immutable: each call returns another.
 *
 * <pre>{@code
 * Job.named("scan").fanout(Fanout.over(context -> targets())
 *         .concurrency(4)
 *         .tolerance(0.1)
 *         .each(context -> scan(context.item().orElseThrow().value()))
 *         .reduce(Fanout.RunOn.SUCCESS, context -> merge(context.parents())));
 * }</pre>
 *
 * <p>Its run succeeds when every item did, is {@link RunStatus#PARTIAL} while failures stay within the tolerance, and
 * fails beyond it. It never fans out twice: when it is retried, only items that failed run again.
 */
public final class Fanout implements Deferred, Configured<Fanout> {

    /** What the reducer is called among the items. */
    public static final String REDUCER = "reducer";

    /** More items than this are refused, unless a {@linkplain #maxItems limit} of one's own is set. */
    public static final int MOST_ITEMS = 10_000;

    private static final String ITEMS = "baton.items";

    private final Source source;
    private final @Nullable Body<?> each;
    private final RunPolicy policy;
    private final Bounds bounds;
    private final @Nullable Reducer reducer;

    /** Finds the items. */
    @FunctionalInterface
    public interface Source {

        /**
         * The items, each of which can be kept: text, numbers, lists and maps of these, and what the store's codec knows.
         *
         * @throws Exception to fail the run before any item's has started
         */
        List<?> items(RunContext context) throws Exception;
    }

    /** When the reducer runs. */
    public enum RunOn {
        /** When all items succeeded, or enough of them. */
        SUCCESS,
        /** When at least one item succeeded. */
        ANY_SUCCESS,
        /** In any case, even when there was no item. */
        ALWAYS
    }

    /**
     * What puts the results together.
     *
     * @param runOn when it runs
     * @param body what it does; {@link RunContext#parents()} are the items' runs
     * @param policy how it runs
     */
    public record Reducer(RunOn runOn, Body<?> body, RunPolicy policy) {}

    /**
     * How many, and how many of them may fail.
     *
     * @param concurrency how many run at a time
     * @param tolerance how many may fail, as a part of all: from 0 to 1
     * @param maxItems more items than this are refused
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

    /** Runs a body for each of these. */
    public static Fanout over(Source source) {
        return new Fanout(source, null, RunPolicy.DEFAULT, new Bounds(Integer.MAX_VALUE, 0, MOST_ITEMS), null);
    }

    /** Runs a body for each of these. */
    public static Fanout over(List<?> items) {
        List<?> kept = List.copyOf(items);
        return over(context -> kept);
    }

    /** What is done with each item; {@link RunContext#item()} is the item. */
    public Fanout each(Body<?> body) {
        return new Fanout(source, body, policy, bounds, reducer);
    }

    /** How many items run at a time, over all workers; any number without it. */
    public Fanout concurrency(int most) {
        return with(new Bounds(most, bounds.tolerance, bounds.maxItems));
    }

    /** How many items may fail, as a part of all from 0 to 1; none without it. */
    public Fanout tolerance(double part) {
        return with(new Bounds(bounds.concurrency, part, bounds.maxItems));
    }

    /** Fails before any item starts when there are more than this; {@value #MOST_ITEMS} without it. */
    public Fanout maxItems(int most) {
        return with(new Bounds(bounds.concurrency, bounds.tolerance, most));
    }

    private Fanout with(Bounds newBounds) {
        return new Fanout(source, each, policy, newBounds, reducer);
    }

    /** Puts the results together at the end. */
    public Fanout reduce(RunOn runOn, Body<?> body) {
        return reduce(runOn, body, unchanged -> unchanged);
    }

    /** Puts the results together at the end, under a policy of its own. */
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

    /** What puts the results together. */
    public Optional<Reducer> reducer() {
        return Optional.ofNullable(reducer);
    }

    // ---- at work

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
            handover.succeed(Summary.of(List.of()).toMap());
            return;
        }
        Map<String, Object> parameters = new LinkedHashMap<>(context.parameters());
        parameters.put(ITEMS, items);
        Submission submission = Submission.of(itemsOf(context.jobName())).parameters(parameters);
        handover.nest(submission, ended -> end(ended, handover));
    }

    private void end(Execution ended, Handover handover) {
        List<Run> runs = ended.runs();
        Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        boolean reduced = last != null && isReducer(last);
        Summary summary = Summary.of(reduced ? runs.subList(0, runs.size() - 1) : runs);
        Object output = summary.toMap();
        if (last != null && reduced && last.status().countsAsSuccess()) {
            output = last.output().orElse(output);
        }
        if (ended.status() == ExecutionStatus.CANCELLED) {
            handover.fail(new IllegalStateException("the items were cancelled"));
        } else if (!summary.isTolerable(bounds.tolerance)) {
            handover.fail(new IllegalStateException(summary.failed + " of " + summary.count + " items failed, first "
                    + summary.firstFailure + " (at most " + percent(bounds.tolerance) + " % may)"));
        } else if (last != null && reduced && last.status().countsAsFailure()) {
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

    /** How the items ended. */
    private record Summary(int count, int succeeded, int failed, int skipped, String firstFailure) {

        static Summary of(List<Run> items) {
            int succeeded = 0;
            int failed = 0;
            String firstFailure = "";
            for (Run run : items) {
                if (run.status().countsAsSuccess()) {
                    succeeded++;
                } else if (run.status().countsAsFailure()) {
                    firstFailure = failed == 0 ? "item " + run.id().number() + ": " + run.reason() : firstFailure;
                    failed++;
                }
            }
            return new Summary(items.size(), succeeded, failed, items.size() - succeeded - failed, firstFailure);
        }

        /** As people reckon: 29 of 100 are 0.29, which 0.29 * 100 in binary falls short of. */
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

    /** Says whether the reducer is to run, once all items have ended. */
    private Optional<String> reducerObjection(RunContext context) {
        Reducer known = reducer;
        Summary summary = Summary.of(context.parents());
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

    // ---- what its parts are called, and are

    /** What the executions over the items of a job are called. */
    public static String itemsOf(String job) {
        return job + "/items";
    }

    /** Whether a run is a reducer's. */
    public static boolean isReducer(Run run) {
        return run.job().endsWith("/" + REDUCER);
    }

    /** The items among an execution's parameters. */
    public static List<?> items(Map<String, ?> parameters) {
        return parameters.get(ITEMS) instanceof List<?> items ? items : List.of();
    }

    /** Parameters as a body sees them. */
    public static Map<String, Object> withoutItems(Map<String, Object> parameters) {
        if (!parameters.containsKey(ITEMS)) {
            return parameters;
        }
        Map<String, Object> others = new LinkedHashMap<>(parameters);
        others.remove(ITEMS);
        return others;
    }

    /** What runs for each item of a job that fans out. */
    public Job itemJob(String job) {
        if (each == null) {
            throw new IllegalStateException("the fan-out " + job + " does not say what to do with each item");
        }
        return new Job(job, each, Timing.TRIGGERED, policy, Join.all(), Set.of());
    }

    /** What runs after all items of a job that fans out. */
    public Job reducerJob(String job) {
        Reducer known = reducer().orElseThrow();
        RunPolicy guarded = known.policy.withGuard(this::reducerObjection);
        return new Job(job + "/" + REDUCER, known.body, Timing.TRIGGERED, guarded, Join.all(), Set.of());
    }
}

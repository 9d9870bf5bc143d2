package dev.baton.server.kind;

import dev.baton.Fanout;
import dev.baton.RunPolicy;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Task;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fan-out: one child run for each item, and an optional reducer after them.
 *
 * @param items the source of the items
 * @param itemVar the variable in which a child finds its item
 * @param each the command of each child
 * @param limits the limits of the children
 * @param reducer the reducer; null for none
 */
public record FanoutWork(
        Items items,
        String itemVar,
        CommandWork each,
        Limits limits,
        @Nullable Reducer reducer) implements WorkSpec {

    private static final int MOST_ITEMS = 10_000_000;

    private static final Key<String> ITEM_VAR = Key.of(
                    "item_var", Types.VARIABLE, "The variable in which a child finds its item.")
            .otherwise(Task.ITEM_VARIABLE);
    private static final Key<Integer> CONCURRENCY = Key.of(
                    "concurrency",
                    Types.integer(1, Integer.MAX_VALUE),
                    "How many children run at a time, over all workers.")
            .otherwise(Limits.DEFAULT.concurrency());
    private static final Key<Duration> PER_ITEM_TIMEOUT = Key.of(
                    "per_item_timeout",
                    Types.POSITIVE_DURATION,
                    "How long one attempt at one item may take; `timeout` when left out.")
            .alias("per_item_timeout_sec", Types.SECONDS);
    private static final Key<Double> PARTIAL_TOLERANCE = Key.of(
                    "partial_tolerance", Types.number(0, 1), "The share of children that may fail.")
            .otherwise(Limits.DEFAULT.partialTolerance());
    private static final Key<Integer> MAX_ITEMS = Key.of(
                    "max_items", Types.integer(1, MOST_ITEMS), "The most items; with more, nothing starts.")
            .otherwise(Limits.DEFAULT.maxItems());

    static final Kind KIND = new Kind("fanout", keys(), FanoutWork::read);

    /**
     * The limits of the children.
     *
     * @param concurrency how many children run at a time, over all workers
     * @param perItem how long one attempt of a child may take; null for the limit of the policy
     * @param partialTolerance the share of children that may fail, from 0 to 1
     * @param maxItems with more items than this, the fan-out fails before any child starts
     */
    public record Limits(int concurrency, @Nullable Duration perItem, double partialTolerance, int maxItems) {

        /** Ten at a time, ten thousand in all, no failure tolerated. */
        public static final Limits DEFAULT = new Limits(10, null, 0.0, 10_000);
    }

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(CommandKinds.INNER_KIND));
        keys.addAll(Items.keys());
        keys.addAll(List.of(
                WindowWork.WINDOW,
                ITEM_VAR,
                CONCURRENCY,
                PER_ITEM_TIMEOUT,
                PARTIAL_TOLERANCE,
                MAX_ITEMS,
                Reducer.REDUCER));
        return List.copyOf(keys);
    }

    private static FanoutWork read(Table table, @Nullable Duration attempt) {
        Limits limits = new Limits(
                table.get(CONCURRENCY),
                table.findPositive(PER_ITEM_TIMEOUT),
                table.get(PARTIAL_TOLERANCE),
                table.get(MAX_ITEMS));
        return new FanoutWork(
                Items.read(table),
                table.get(ITEM_VAR),
                CommandReader.inner(table, KIND, attempt),
                limits,
                Reducer.read(table, attempt));
    }

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        each.write(out);
        items.write(out);
        out.put(ITEM_VAR, itemVar)
                .put(CONCURRENCY, limits.concurrency())
                .put(PER_ITEM_TIMEOUT, limits.perItem())
                .put(PARTIAL_TOLERANCE, limits.partialTolerance())
                .put(MAX_ITEMS, limits.maxItems());
        if (reducer != null) {
            reducer.write(out);
        }
    }

    @Override
    public List<Reference> references() {
        List<Reference> references = new ArrayList<>(each.references());
        needsOfReducer().ifPresent(work -> references.addAll(work.references()));
        references.addAll(items.references());
        return references;
    }

    @Override
    public Optional<CommandWork> needsOfWorkers() {
        return Optional.of(each);
    }

    @Override
    public Optional<CommandWork> needsOfReducer() {
        return Optional.ofNullable(reducer).map(Reducer::work);
    }

    /** The parent run itself needs no worker, and does not fan out again. */
    @Override
    public Made make(Setting setting) {
        Task task = setting.task(each, itemVar);
        RunPolicy.Limits policy = setting.policy().limits();
        RunPolicy.Limits perItem =
                limits.perItem() == null ? policy : new RunPolicy.Limits(limits.perItem(), policy.total());
        Fanout fanout = Fanout.over(items.source(limits.maxItems(), setting))
                .concurrency(limits.concurrency())
                .tolerance(limits.partialTolerance())
                .maxItems(limits.maxItems())
                .policy(usual -> setting.below(usual, task, setting.policy().retry(), perItem))
                .each(task);
        return new Made(reducer == null ? fanout : reducer.after(fanout, setting), RunPolicy.Demand.NONE, Retry.none());
    }

    @Override
    public WorkSpec simulated() {
        return new FanoutWork(items.simulated(), itemVar, each, limits, reducer);
    }

    @Override
    public boolean hasChildren() {
        return true;
    }

    @Override
    public List<String> namesOfChildren(String job) {
        return List.of(Fanout.itemsOf(job));
    }
}

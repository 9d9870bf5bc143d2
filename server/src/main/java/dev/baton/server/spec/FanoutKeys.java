package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a fan-out. */
final class FanoutKeys {

    private static final FanoutWork.Limits LIMITS = FanoutWork.Limits.DEFAULT;
    private static final int MOST_ITEMS = 10_000_000;
    private static final String JOB = "job://";

    static final Key<List<Object>> ITEMS =
            Key.of("items", Types.list(Types.ANY), "The items themselves.").of("fanout");
    static final Key<String> ITEMS_FROM = Key.of(
                    "items_from", Types.NAME, "The parent step whose output is the list of items.")
            .of("fanout");
    static final Key<String> INPUTS_FROM = Key.of(
                    "inputs_from",
                    Types.matching(
                            "address",
                            "an address that begins with file://, http://, https://, sql:// or job://",
                            "(file|https?|sql|job)://.+"),
                    "Where the items are fetched: `file://`, `http(s)://`, `sql://name?SELECT …`, `job://name?output_as_lines`.")
            .of("fanout");
    static final Key<String> ITEM_VAR = Key.of(
                    "item_var", Types.VARIABLE, "The variable in which a child finds its item.")
            .of("fanout")
            .otherwise(FanoutWork.DEFAULT_ITEM_VAR);
    static final Key<Integer> CONCURRENCY = Key.of(
                    "concurrency",
                    Types.integer(1, Integer.MAX_VALUE),
                    "How many children run at a time, over all workers.")
            .of("fanout")
            .otherwise(LIMITS.concurrency());
    static final Key<Duration> PER_ITEM_TIMEOUT = Key.of(
                    "per_item_timeout",
                    Types.POSITIVE_DURATION,
                    "How long one attempt at one item may take; `timeout` when left out.")
            .alias("per_item_timeout_sec", Types.SECONDS)
            .of("fanout");
    static final Key<Double> PARTIAL_TOLERANCE = Key.of(
                    "partial_tolerance", Types.number(0, 1), "The share of children that may fail.")
            .of("fanout")
            .otherwise(LIMITS.partialTolerance());
    static final Key<Integer> MAX_ITEMS = Key.of(
                    "max_items", Types.integer(1, MOST_ITEMS), "With more items than this nothing starts.")
            .of("fanout")
            .otherwise(LIMITS.maxItems());

    static final Key<FanoutWork.RunOn> RUN_ON = Key.of(
                    "run_on", Types.choice(FanoutWork.RunOn.class, '_'), "When the reducer runs.")
            .otherwise(FanoutWork.RunOn.SUCCESS);

    static final Section REDUCER_SECTION =
            new Section("[jobs.reducer]", "What runs after the children of a fan-out.", reducerKeys());
    static final Key<Table> REDUCER = Key.of("reducer", Tables.one(REDUCER_SECTION), "What runs after the children.")
            .of("fanout");

    static final List<Key<?>> ALL = List.of(
            ITEMS,
            ITEMS_FROM,
            INPUTS_FROM,
            ITEM_VAR,
            CONCURRENCY,
            PER_ITEM_TIMEOUT,
            PARTIAL_TOLERANCE,
            MAX_ITEMS,
            REDUCER);

    private FanoutKeys() {}

    private static List<Key<?>> reducerKeys() {
        List<Key<?>> keys = new ArrayList<>();
        keys.add(KindKeys.REDUCER_KIND);
        keys.add(CommandReader.COMMAND);
        keys.addAll(CommandKeys.BESIDE);
        keys.add(RUN_ON);
        keys.addAll(RetryKeys.ALL);
        return keys;
    }

    static FanoutWork read(Table table, Command command, @Nullable Duration attempt) {
        FanoutWork.Limits limits = new FanoutWork.Limits(
                table.get(CONCURRENCY),
                PolicyKeys.positive(table, PER_ITEM_TIMEOUT),
                table.get(PARTIAL_TOLERANCE),
                table.get(MAX_ITEMS));
        return new FanoutWork(items(table), table.get(ITEM_VAR), command, limits, reducer(table, attempt));
    }

    private static FanoutWork.Items items(Table table) {
        List<Object> items = table.find(ITEMS);
        String step = table.find(ITEMS_FROM);
        String uri = table.find(INPUTS_FROM);
        long given = List.of(ITEMS, ITEMS_FROM, INPUTS_FROM).stream()
                .filter(table::has)
                .count();
        if (given != 1) {
            table.problem(
                    "a fan-out takes its items from one of \"items\", \"items_from\" and \"inputs_from\", not from "
                            + (given == 0 ? "none." : given + "."),
                    "");
        }
        if (step != null) {
            return new FanoutWork.FromStep(step);
        }
        Duration window = PolicyKeys.positive(table, WindowKeys.WINDOW);
        if (window != null && (uri == null || !uri.startsWith(JOB))) {
            table.problem(
                    WindowKeys.WINDOW, "a fan-out has a window for items from job:// alone.", "Take \"window\" out.");
        }
        return uri == null
                ? new FanoutWork.Literal(items == null ? List.of() : items)
                : new FanoutWork.FromUri(uri, window);
    }

    private static FanoutWork.@Nullable Reducer reducer(Table table, @Nullable Duration attempt) {
        Table reducer = table.find(REDUCER);
        if (reducer == null) {
            return null;
        }
        CommandReader command = CommandReader.of(reducer);
        KindKeys.Inner named = reducer.find(KindKeys.REDUCER_KIND);
        String kind = command.kind(named == null ? null : named.word());
        reducer.reportKeysOfOtherKinds(kind, null);
        return new FanoutWork.Reducer(command.read(kind, attempt), reducer.get(RUN_ON), RetryKeys.read(reducer));
    }

    static void write(FanoutWork work, Out out) {
        if (work.items() instanceof FanoutWork.Literal literal) {
            out.put(ITEMS, literal.values());
        } else if (work.items() instanceof FanoutWork.FromStep from) {
            out.put(ITEMS_FROM, from.step());
        } else if (work.items() instanceof FanoutWork.FromUri from) {
            out.put(INPUTS_FROM, from.uri()).put(WindowKeys.WINDOW, from.window());
        }
        out.put(ITEM_VAR, work.itemVar())
                .put(CONCURRENCY, work.limits().concurrency())
                .put(PER_ITEM_TIMEOUT, work.limits().perItem())
                .put(PARTIAL_TOLERANCE, work.limits().partialTolerance())
                .put(MAX_ITEMS, work.limits().maxItems());
        FanoutWork.Reducer reducer = work.reducer();
        if (reducer != null) {
            Out inner = new Out().set(CommandReader.COMMAND, CommandWriter.write(reducer.command()));
            inner.put(RUN_ON, reducer.runOn());
            RetryKeys.write(reducer.retry(), inner);
            out.set(REDUCER, inner.json());
        }
    }
}

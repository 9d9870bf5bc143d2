package dev.baton.server.spec;

import dev.baton.RunPolicy;
import dev.baton.policy.Limit;
import dev.baton.server.kind.RetryKeys;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of the policy of a job or step. */
final class PolicyKeys {

    static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Types.POSITIVE_DURATION, "How long one attempt may take; no limit when left out.")
            .alias("timeout_sec", Types.SECONDS);
    static final Key<Duration> TOTAL_TIMEOUT = Key.of(
                    "total_timeout",
                    Types.POSITIVE_DURATION,
                    "How long all attempts and the delays between them may take; no limit when left out.")
            .alias("total_timeout_sec", Types.SECONDS);
    static final Key<Integer> PRIORITY = Key.of(
                    "priority",
                    Types.integer(-1000, 1000),
                    "The priority: of two ready runs, the one with the higher number starts first.")
            .otherwise(0);
    static final Key<String> QUEUE =
            Key.of("queue", Types.NAME, "The queue its runs wait in.").otherwise(RunPolicy.Demand.DEFAULT_QUEUE);
    static final Key<List<String>> LABELS = Key.of(
                    "labels", Types.list(Types.NAME), "The labels that a worker must have, all of them, to run it.")
            .otherwise(List.of());
    static final Key<Integer> LIMIT = Key.of(
            "limit", Types.integer(1, Integer.MAX_VALUE), "How many of its runs may run at a time; further runs wait.");
    static final Key<Rate> RATE =
            Key.of("rate", Rate.TYPE, "How many of its runs may start in a period; further runs wait.");
    static final Key<Map<String, String>> ENV = Key.of(
                    "env", Types.map(Types.TEXT), "Environment variables for its runs.")
            .otherwise(Map.of());
    static final Key<List<String>> SECRETS = Key.of(
                    "secrets",
                    Types.oneOrMore(Types.NON_EMPTY),
                    "Names in `[secrets]` whose values its runs find as environment variables of the same names.")
            .otherwise(List.of());
    static final Key<List<String>> ADDS = Key.of(
            "adds",
            Types.oneOrMore(Types.NAME),
            "The jobs that its runs may add as steps; when left out, those in the same queue that ask for no other labels.");

    static final List<Key<?>> ALL = all();

    private PolicyKeys() {}

    private static List<Key<?>> all() {
        List<Key<?>> keys = new ArrayList<>(RetryKeys.ALL);
        keys.addAll(List.of(
                TIMEOUT,
                TOTAL_TIMEOUT,
                OverlapKeys.OVERLAP,
                OverlapKeys.MAX_CONCURRENT,
                PRIORITY,
                QUEUE,
                LABELS,
                LIMIT,
                RATE,
                ENV,
                SECRETS,
                ADDS));
        return List.copyOf(keys);
    }

    static PolicySpec read(Table table) {
        Map<String, String> env = table.get(ENV);
        env.keySet().stream()
                .filter(name -> name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf(0) >= 0)
                .forEach(name -> table.problem(ENV, "\"env\" cannot hold a variable of this name.", ""));
        return new PolicySpec(
                RetryKeys.read(table),
                new RunPolicy.Limits(table.findPositive(TIMEOUT), table.findPositive(TOTAL_TIMEOUT)),
                table.get(PRIORITY),
                OverlapKeys.read(table, OverlapKeys.MAX_CONCURRENT),
                demand(table),
                new PolicySpec.Grants(env, table.get(SECRETS), table.find(ADDS)));
    }

    private static RunPolicy.Demand demand(Table table) {
        return new RunPolicy.Demand(
                table.get(QUEUE), Set.copyOf(table.get(LABELS)), limit(table.find(LIMIT), table.find(RATE)));
    }

    static Limit limit(@Nullable Integer most, @Nullable Rate rate) {
        Limit limit = most == null ? Limit.none() : Limit.concurrency(most);
        return rate == null ? limit : limit.withRate(rate.count(), rate.per());
    }

    static void write(PolicySpec policy, Out out) {
        RetryKeys.write(policy.retry(), out);
        OverlapKeys.write(policy.overlap(), OverlapKeys.MAX_CONCURRENT, out);
        Limit limit = policy.demand().limit();
        out.put(TIMEOUT, policy.limits().attempt())
                .put(TOTAL_TIMEOUT, policy.limits().total())
                .put(PRIORITY, policy.priority())
                .put(QUEUE, policy.demand().queue())
                .put(LABELS, policy.demand().labels().stream().sorted().toList())
                .put(LIMIT, limit.concurrency() == Integer.MAX_VALUE ? null : limit.concurrency())
                .put(RATE, limit.rate() == 0 ? null : new Rate(limit.rate(), limit.per()))
                .put(ENV, policy.env())
                .put(SECRETS, policy.grants().secrets())
                .put(ADDS, policy.grants().adds());
    }
}

package dev.baton.server.kind;

import dev.baton.policy.Retry;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The keys of the retry policy: a table, and two short forms beside it. */
public final class RetryKeys {

    private static final double MOST_BACKOFF = 1000.0;

    static final Key<Integer> ATTEMPTS = Key.of(
                    "attempts", Types.integer(1, Retry.MAX_ATTEMPTS), "The number of attempts, including the first.")
            .otherwise(1);
    static final Key<Duration> DELAY = Key.of("delay", Types.DURATION, "The delay before the second attempt.")
            .alias("delay_sec", Types.SECONDS)
            .otherwise(Duration.ZERO);
    static final Key<Double> BACKOFF = Key.of(
                    "backoff",
                    Types.number(1, MOST_BACKOFF),
                    "The factor by which the delay grows from one attempt to the next.")
            .otherwise(1.0);
    static final Key<Duration> MAX_DELAY = Key.of("max_delay", Types.DURATION, "The longest delay.")
            .alias("max_delay_sec", Types.SECONDS)
            .otherwise(Retry.none().maxDelay());
    static final Key<Double> JITTER = Key.of("jitter", Types.number(0, 1), "The share of each delay that is random.")
            .otherwise(0.0);

    static final Section SECTION =
            new Section("retry = { … }", "The retry policy.", List.of(ATTEMPTS, DELAY, BACKOFF, MAX_DELAY, JITTER));

    static final Key<Table> RETRY = Key.of("retry", Tables.one(SECTION), "The retry policy.");
    static final Key<Integer> RETRY_COUNT = Key.of(
            "retry_count",
            Types.integer(0, Retry.MAX_ATTEMPTS - 1),
            "Short for `retry.attempts`, without the first attempt.");
    static final Key<Duration> RETRY_DELAY_SEC =
            Key.of("retry_delay_sec", Types.SECONDS, "Short for `retry.delay`, in seconds.");

    /** The keys of a table that has a retry. */
    public static final List<Key<?>> ALL = List.of(RETRY, RETRY_COUNT, RETRY_DELAY_SEC);

    private RetryKeys() {}

    /** Reads a retry. */
    public static Retry read(Table table) {
        Table retry = table.find(RETRY);
        Integer count = table.find(RETRY_COUNT);
        Duration delay = table.find(RETRY_DELAY_SEC);
        if (table.has(RETRY) && (table.has(RETRY_COUNT) || table.has(RETRY_DELAY_SEC))) {
            table.problem(
                    RETRY, "\"retry\" and \"retry_count\" or \"retry_delay_sec\" mean the same.", "Keep \"retry\".");
        }
        return retry == null ? shortForm(count, delay) : longForm(retry);
    }

    private static Retry shortForm(@Nullable Integer count, @Nullable Duration delay) {
        return Retry.fixed(count == null ? 1 : count + 1, delay == null ? Duration.ZERO : delay);
    }

    private static Retry longForm(Table retry) {
        return Retry.fixed(retry.get(ATTEMPTS), retry.get(DELAY))
                .withBackoff(retry.get(BACKOFF))
                .withMaxDelay(retry.get(MAX_DELAY))
                .withJitter(retry.get(JITTER));
    }

    /** Writes a retry. */
    public static void write(Retry retry, Out out) {
        ObjectNode json = new Out()
                .put(ATTEMPTS, retry.attempts())
                .put(DELAY, retry.delay())
                .put(BACKOFF, retry.backoff())
                .put(MAX_DELAY, retry.maxDelay())
                .put(JITTER, retry.jitter())
                .json();
        if (!json.isEmpty()) {
            out.set(RETRY, json);
        }
    }
}

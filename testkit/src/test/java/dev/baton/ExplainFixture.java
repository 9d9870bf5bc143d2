package dev.baton;

import dev.baton.Explanation.Holder;
import dev.baton.policy.Limit;
import dev.baton.policy.Retry;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A scheduler on a fake clock, and workflows to ask about. */
abstract class ExplainFixture {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    static final Duration HOUR = Duration.ofHours(1);

    final BatonTest baton = BatonTest.startingAt(
            START.toString(),
            settings -> settings.limit("film", Limit.concurrency(1))
                    .queues("default", "film")
                    .labels("cpu"));

    @AfterEach
    void close() {
        baton.close();
    }

    static List<String> names(Explanation told) {
        return told.chain().shown().stream()
                .map(reason -> reason.place().name())
                .toList();
    }

    static List<RunId> runs(List<Holder> holders) {
        return holders.stream().map(holder -> holder.place().run()).toList();
    }

    Execution etl() {
        Workflow etl = Workflow.define("etl", w -> {
            Step<?> extract = w.run("extract", context -> {}).retry(Retry.fixed(3, Duration.ofMinutes(5)));
            Step<?> transform = w.run("transform", context -> {}).after(extract);
            w.run("load", context -> {}).after(transform);
        });
        baton.add(etl);
        return baton.trigger(etl);
    }
}

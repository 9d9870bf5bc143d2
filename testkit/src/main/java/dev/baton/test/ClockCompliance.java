package dev.baton.test;

import static dev.baton.test.BatonAssertions.assertThat;

import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.policy.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The fake clock drives all time, on every store. */
abstract class ClockCompliance {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final String START = "2026-01-01T00:00:00Z";

    private final Nodes nodes;

    ClockCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    @Test
    void a_rate_goes_by_the_fake_clock() throws Exception {
        List<Instant> starts = Collections.synchronizedList(new ArrayList<>());
        BatonTest node = nodes.start(each ->
                each.add(Job.named("job").limit(Limit.rate(1, HOUR)).run(context -> starts.add(context.now()))));
        Execution first = node.trigger("job");
        Execution second = node.trigger("job");
        assertThat(first).succeeded();
        assertThat(second).has("job", RunStatus.PENDING);
        node.advance(HOUR.multipliedBy(2));
        assertThat(second).succeeded();
        Assertions.assertThat(Duration.between(starts.get(0), starts.get(1))).isEqualTo(HOUR);
    }

    @Test
    void a_rate_lets_nobody_in_while_the_fake_clock_stands() throws Exception {
        BatonTest node = nodes.start(each -> each.add(
                Job.named("job").limit(Limit.rate(1, Duration.ofMillis(1))).run(context -> {})));
        node.trigger("job");
        Execution second = node.trigger("job");
        Execution third = node.trigger("job");
        assertThat(second).has("job", RunStatus.PENDING);
        assertThat(third).has("job", RunStatus.PENDING);
        node.advance(Duration.ofMillis(2));
        assertThat(third).succeeded();
    }

    @Test
    void closing_returns_when_the_store_is_gone() throws Exception {
        MortalStore store = MortalStore.around(nodes.assumeNewStore());
        Patience.within("the whole of it", () -> {
            BatonTest node = BatonTest.startingAt(START, settings -> settings.store(store.store()));
            node.add(Job.named("job").run(context -> context.sleep(HOUR)));
            node.trigger("job");
            store.fallSilent();
            node.close();
        });
    }

    @Test
    void a_day_passes_with_the_default_lease() throws Exception {
        List<Instant> fires = Collections.synchronizedList(new ArrayList<>());
        Patience.within("a day of the fake clock", () -> {
            BatonTest node = BatonTest.startingAt(START, settings -> settings.store(nodes.assumeNewStore()));
            node.add(Job.named("tick").cron("0 * * * *").run(context -> fires.add(context.scheduledTime())));
            node.advance(Duration.ofDays(1));
            node.close();
        });
        Assertions.assertThat(fires).hasSize(24);
    }
}

package dev.baton.test;

import dev.baton.Workflow;
import dev.baton.schedule.MissedFires;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Fires that cannot be recorded for a moment: no later fire, and no note about later ones, takes their place. */
abstract class FireOutageCompliance {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Nodes nodes;
    private final List<Instant> fires = Collections.synchronizedList(new ArrayList<>());

    /** Whether the store cannot be reached for fires. */
    private volatile boolean gone;

    /** Whether the parameters of a fire cannot be encoded. */
    private volatile boolean broken;

    FireOutageCompliance(Nodes nodes) {
        this.nodes = nodes;
    }

    /** A node whose workflow fires each second. */
    private BatonTest start() {
        WatchedStore store = new WatchedStore(nodes.assumeNewStore());
        store.eachCommit(this::fail);
        return BatonTest.startingAt(
                        START.toString(),
                        builder -> builder.store(store.store()).lease(Duration.ofDays(1)))
                .add(Workflow.define("tick", w -> {
                    w.run("step", context -> fires.add(context.scheduledTime()));
                    w.cron("* * * * * *");
                    w.missedFires(MissedFires.skip());
                    w.parameter("word", new StartCompliance.Spoken(this::speak));
                }));
    }

    private void fail(Store.Commit commit) {
        if (gone && commit.created().stream().anyMatch(creation -> creation.fire() != null)) {
            throw new StoreUnavailableException("gone", new IllegalStateException("gone"));
        }
    }

    private void speak() {
        if (broken) {
            throw new IllegalStateException("no word");
        }
    }

    private static Instant second(int second) {
        return START.plusSeconds(second);
    }

    @Test
    void a_fire_that_waits_for_the_store_is_not_lost_when_the_next_one_is_passed_over() {
        try (BatonTest node = start()) {
            node.advance(SECOND.multipliedBy(2));
            gone = true;
            node.advance(SECOND);
            broken = true;
            node.advance(SECOND);
            broken = false;
            gone = false;
            node.advance(SECOND.multipliedBy(10));
            Assertions.assertThat(fires).contains(second(3), second(14)).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_fire_that_waits_for_the_store_is_not_lost_when_a_pause_follows() {
        try (BatonTest node = start()) {
            node.advance(SECOND.multipliedBy(2));
            gone = true;
            node.advance(SECOND);
            node.baton().pause("tick");
            node.advance(SECOND.multipliedBy(2));
            node.baton().resume("tick");
            gone = false;
            node.advance(SECOND.multipliedBy(10));
            Assertions.assertThat(fires)
                    .contains(second(3), second(15))
                    .doesNotContain(second(4))
                    .doesNotHaveDuplicates();
        }
    }
}

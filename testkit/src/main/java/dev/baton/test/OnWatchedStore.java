package dev.baton.test;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Workflow;
import java.time.Duration;

/** Tests whose store counts its calls, and throws or keeps its callers waiting as it is told. */
abstract class OnWatchedStore {

    private static final Duration LEASE = Duration.ofSeconds(3);
    static final Duration GRACE = Duration.ofMillis(100);

    private final Nodes nodes;

    OnWatchedStore(Nodes nodes) {
        this.nodes = nodes;
    }

    final Nodes nodes() {
        return nodes;
    }

    static Workflow diamond() {
        return Workflow.define("diamond", w -> {
            Step<?> top = w.run("top", context -> {});
            Step<?> left = w.run("left", context -> {}).after(top);
            Step<?> right = w.run("right", context -> {}).after(top);
            w.run("bottom", context -> {}).after(left, right);
        });
    }

    static Baton start(WatchedStore store) {
        Baton baton = Baton.builder()
                .store(store.store())
                .lease(LEASE)
                .closeGrace(GRACE)
                .stopGrace(GRACE)
                .build();
        baton.add(diamond());
        baton.add(Job.named("tick").cron("* * * * * *").run(context -> {}));
        return baton.start();
    }

    final WatchedStore newStore() {
        return new WatchedStore(nodes.assumeNewStore());
    }
}

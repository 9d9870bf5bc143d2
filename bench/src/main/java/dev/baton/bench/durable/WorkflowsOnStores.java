package dev.baton.bench.durable;

import dev.baton.Step;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.bench.Contender;
import dev.baton.bench.Effort;
import dev.baton.bench.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Workflows, which no peer keeps: chains of ten steps by the thousand, and one step that fans out and in again. */
final class WorkflowsOnStores implements DurablePart {

    private static final int CHAINS = 5_000;
    private static final int LENGTH = 10;
    private static final int WIDTH = 10_000;

    private final PostgresServer server;
    private final List<BatonOnStore> stores = List.of(BatonOnStore.postgres(), BatonOnStore.sqlite());

    WorkflowsOnStores(PostgresServer server) {
        this.server = server;
    }

    @Override
    public char letter() {
        return 'k';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        int chains = effort.of(CHAINS);
        Map<String, Contender> inChains = new LinkedHashMap<>();
        Map<String, Contender> wide = new LinkedHashMap<>();
        for (BatonOnStore store : stores) {
            inChains.put(store.name(), () -> chains(store, chains));
            wide.put(store.name(), () -> fan(store));
        }
        standings.add(
                "k. %,d chains of %d steps".formatted(chains, LENGTH),
                Unit.STEPS_PER_SECOND,
                effort.rounds().alternate(inChains));
        standings.add(
                "k. 1 → %,d → 1".formatted(WIDTH),
                Unit.MILLISECONDS,
                effort.rounds().alternate(wide));
    }

    private double chains(BatonOnStore store, int chains) throws Exception {
        Tally tally = new Tally(chains * LENGTH);
        Workflow chain = Workflow.define("chain", w -> {
            Step<?> last = w.run("s0", context -> tally.run());
            for (int i = 1; i < LENGTH; i++) {
                last = w.run("s" + i, context -> tally.run()).after(last);
            }
        });
        try (Workplace workplace = server.newWorkplace();
                BatonOnStore.OpenBaton open = store.open(workplace, chain)) {
            for (int size : EnqueueBatches.sizes(chains)) {
                open.baton()
                        .submit(Stream.generate(() -> Submission.of("chain"))
                                .limit(size)
                                .toList());
            }
            open.start();
            return tally.endedPerSecond(open);
        }
    }

    private double fan(BatonOnStore store) throws Exception {
        Tally tally = new Tally(2 * (WIDTH + 2));
        Workflow fan = Workflow.define("fan", w -> {
            Step<?> first = w.run("first", context -> tally.run());
            Step<?> last = w.run("last", context -> tally.run());
            for (int i = 0; i < WIDTH; i++) {
                last.after(w.run("s" + i, context -> tally.run()).after(first));
            }
        });
        try (Workplace workplace = server.newWorkplace();
                BatonOnStore.OpenBaton open = store.open(workplace, fan)) {
            open.start();
            // The graph itself is kept once; the second execution is what every further one is like.
            open.baton().trigger("fan").await(Tally.PATIENCE);
            long start = System.nanoTime();
            open.baton().trigger("fan").await(Tally.PATIENCE);
            return (System.nanoTime() - start) / 1e6;
        }
    }
}

package dev.baton.bench;

import dev.baton.bench.peer.Futures;
import dev.baton.bench.peer.Pools;
import dev.baton.bench.peer.TopologicalLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;

/** One step after the other: nothing to share among threads, all of it hand-over. */
final class Chain implements Part {

    private static final IntFunction<Object> BODY = step -> step;

    @Override
    public char letter() {
        return 'd';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int size = effort.of(1_000_000);
        Graph graph = Graph.chain(size);
        ExecutorService pool = Pools.threadPerCore();
        try (BatonGraph baton = new BatonGraph(graph.workflow("chain"), 1)) {
            Map<String, Contender> contenders = new LinkedHashMap<>();
            contenders.put("Baton", baton);
            contenders.put("a loop on one thread", new TopologicalLoop(graph, BODY, 1));
            contenders.put("CompletableFutures, with building", new Futures(graph, BODY, pool, true, 1));
            table.add(
                    "d. chain of %,d".formatted(size),
                    Unit.STEPS_PER_SECOND,
                    effort.rounds().alternate(contenders));
        } finally {
            pool.shutdown();
        }
    }
}

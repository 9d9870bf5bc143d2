package dev.baton.bench;

import dev.baton.bench.peer.Futures;
import dev.baton.bench.peer.Pools;
import dev.baton.bench.peer.TopologicalLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;

/** One step, then 100,000 at once, then one. */
final class FanOutAndIn implements Part {

    private static final IntFunction<Object> BODY = step -> step;

    @Override
    public char letter() {
        return 'c';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int width = 100_000;
        int times = effort.of(10);
        Graph graph = Graph.fan(width + 2);
        ExecutorService pool = Pools.threadPerCore();
        try (BatonGraph baton = new BatonGraph(graph.workflow("fan"), times)) {
            Map<String, Contender> contenders = new LinkedHashMap<>();
            contenders.put("Baton", baton);
            contenders.put("a loop on one thread", new TopologicalLoop(graph, BODY, times));
            contenders.put("CompletableFutures, with building", new Futures(graph, BODY, pool, true, times));
            table.add(
                    "c. 1 → %,d → 1".formatted(width),
                    Unit.STEPS_PER_SECOND,
                    effort.rounds().alternate(contenders));
        } finally {
            pool.shutdown();
        }
    }
}

package dev.baton.bench;

import dev.baton.Workflow;
import dev.baton.bench.peer.AtomicCounters;
import dev.baton.bench.peer.Futures;
import dev.baton.bench.peer.Pools;
import dev.baton.bench.peer.TopologicalLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;

/** A layered random graph of no-op steps with outputs through the whole engine, and through as little as possible. */
final class WholeEngine implements Part {

    private static final IntFunction<Object> BODY = step -> step;

    @Override
    public char letter() {
        return 'b';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int size = effort.of(1_000_000);
        Graph graph = Graph.layered(size, 42);
        Sample building = effort.rounds()
                .alternate(Map.of("define", () -> {
                    long start = System.nanoTime();
                    graph.workflow("layered");
                    return Rate.perSecond(size, start);
                }))
                .values()
                .iterator()
                .next();
        Workflow workflow = graph.workflow("layered");

        CountingListener listener = new CountingListener();
        ExecutorService pool = Pools.threadPerCore();
        Optional<ExecutorService> virtual = Pools.virtualThreads();
        try (BatonGraph told = new BatonGraph(workflow, 1, listener);
                BatonGraph untold = new BatonGraph(workflow, 1)) {
            List<Double> lost = new ArrayList<>();
            Map<String, Contender> contenders = new LinkedHashMap<>();
            contenders.put("Baton, with a listener", () -> {
                double rate = told.round();
                lost.add(100 * listener.lostSince(3L * size));
                return rate;
            });
            contenders.put("itself without a listener", untold);
            contenders.put("a loop on one thread", new TopologicalLoop(graph, BODY, 1));
            contenders.put("atomic counters, fork-join", new AtomicCounters(graph, BODY, pool, false, 1));
            contenders.put("CompletableFutures", new Futures(graph, BODY, pool, false, 1));
            contenders.put("CompletableFutures, with building", new Futures(graph, BODY, pool, true, 1));
            virtual.ifPresent(threads -> contenders.put(
                    "a virtual thread for each step", new AtomicCounters(graph, BODY, threads, true, 1)));
            Map<String, Sample> samples = effort.rounds().alternate(contenders);
            table.add("b. layered graph, %,d steps".formatted(size), Unit.STEPS_PER_SECOND, samples);
            double[] counted = lost.subList(lost.size() - effort.count(), lost.size()).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            table.add("b. events the listener lost", Unit.PERCENT, Sample.of(counted));
        } finally {
            pool.shutdown();
            virtual.ifPresent(ExecutorService::shutdown);
        }
        table.add("b. Workflow.define of it", Unit.STEPS_PER_SECOND, building);
    }
}

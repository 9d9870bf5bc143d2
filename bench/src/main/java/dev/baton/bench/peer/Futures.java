package dev.baton.bench.peer;

import dev.baton.bench.Contender;
import dev.baton.bench.Graph;
import dev.baton.bench.Rate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A CompletableFuture for each step, asynchronous on an executor. Made anew each time, for a future ends once. */
public final class Futures implements Contender {

    private final Graph graph;
    private final IntFunction<Object> body;
    private final Executor executor;
    private final boolean withBuilding;
    private final int times;

    /** Each round goes through the graph this many times; building the futures counts or not. */
    public Futures(Graph graph, IntFunction<Object> body, Executor executor, boolean withBuilding, int times) {
        this.graph = graph;
        this.body = body;
        this.executor = executor;
        this.withBuilding = withBuilding;
        this.times = times;
    }

    @Override
    public double round() {
        long nanos = 0;
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            CompletableFuture<@Nullable Void> root = new CompletableFuture<>();
            CompletableFuture<?> end = build(root);
            start = withBuilding ? start : System.nanoTime();
            root.complete(null);
            end.join();
            nanos += System.nanoTime() - start;
        }
        return Rate.perSecond((long) graph.size() * times, System.nanoTime() - nanos);
    }

    private CompletableFuture<?> build(CompletableFuture<@Nullable Void> root) {
        CompletableFuture<?>[] steps = new CompletableFuture<?>[graph.size()];
        for (int number = 0; number < steps.length; number++) {
            int step = number;
            switch (graph.parentCount(step)) {
                case 0 -> steps[step] = root.thenApplyAsync(nothing -> body.apply(step), executor);
                case 1 -> steps[step] = parent(steps, step, 0).thenApplyAsync(output -> body.apply(step), executor);
                case 2 ->
                    steps[step] = parent(steps, step, 0)
                            .thenCombineAsync(parent(steps, step, 1), (a, b) -> body.apply(step), executor);
                default -> {
                    CompletableFuture<?>[] parents = new CompletableFuture<?>[graph.parentCount(step)];
                    for (int i = 0; i < parents.length; i++) {
                        parents[i] = parent(steps, step, i);
                    }
                    steps[step] = CompletableFuture.allOf(parents).thenApplyAsync(all -> body.apply(step), executor);
                }
            }
        }
        return CompletableFuture.allOf(leaves(steps));
    }

    private CompletableFuture<?> parent(CompletableFuture<?>[] steps, int step, int index) {
        return steps[graph.parent(step, index)];
    }

    private CompletableFuture<?>[] leaves(CompletableFuture<?>[] steps) {
        return IntStream.range(0, steps.length)
                .filter(step -> graph.childCount(step) == 0)
                .mapToObj(step -> steps[step])
                .toArray(CompletableFuture<?>[]::new);
    }
}

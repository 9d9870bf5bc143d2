package dev.baton.bench.peer;

import dev.baton.bench.Contender;
import dev.baton.bench.Graph;
import dev.baton.bench.Rate;
import java.util.function.IntFunction;

/** The least there is to do: one thread, one array of counters, no bookkeeping but the outputs. */
public final class TopologicalLoop implements Contender {

    private final Graph graph;
    private final IntFunction<Object> body;
    private final int times;

    /** Each round goes through the graph this many times. */
    public TopologicalLoop(Graph graph, IntFunction<Object> body, int times) {
        this.graph = graph;
        this.body = body;
        this.times = times;
    }

    @Override
    public double round() {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            run();
        }
        return Rate.perSecond((long) graph.size() * times, start);
    }

    private void run() {
        int size = graph.size();
        int[] waits = graph.parentCounts();
        Object[] outputs = new Object[size];
        int[] ready = new int[size];
        int known = 0;
        for (int step = 0; step < size; step++) {
            if (waits[step] == 0) {
                ready[known++] = step;
            }
        }
        for (int next = 0; next < known; next++) {
            int step = ready[next];
            outputs[step] = body.apply(step);
            for (int c = 0; c < graph.childCount(step); c++) {
                int child = graph.child(step, c);
                if (--waits[child] == 0) {
                    ready[known++] = child;
                }
            }
        }
        if (known != size) {
            throw new IllegalStateException("a cycle");
        }
    }
}

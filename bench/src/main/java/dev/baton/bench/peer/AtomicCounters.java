package dev.baton.bench.peer;

import dev.baton.bench.Contender;
import dev.baton.bench.Graph;
import dev.baton.bench.Rate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;

/**
 * An atomic counter of open parents for each step. Whoever counts one down to nothing runs that step: the first such
 * child itself, the others as tasks of the executor; or, on request, every one as a task.
 */
public final class AtomicCounters implements Contender {

    private final Graph graph;
    private final IntFunction<Object> body;
    private final Executor executor;
    private final boolean taskPerStep;
    private final int times;

    /** Each round goes through the graph this many times. */
    public AtomicCounters(Graph graph, IntFunction<Object> body, Executor executor, boolean taskPerStep, int times) {
        this.graph = graph;
        this.body = body;
        this.executor = executor;
        this.taskPerStep = taskPerStep;
        this.times = times;
    }

    @Override
    public double round() throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            new Pass().await();
        }
        return Rate.perSecond((long) graph.size() * times, start);
    }

    private final class Pass {

        private final AtomicIntegerArray waits = new AtomicIntegerArray(graph.parentCounts());
        private final Object[] outputs = new Object[graph.size()];
        private final AtomicInteger left = new AtomicInteger(graph.size());
        private final CountDownLatch end = new CountDownLatch(1);

        void await() throws InterruptedException {
            for (int step = 0; step < graph.size() && graph.parentCount(step) == 0; step++) {
                int root = step;
                executor.execute(() -> runFrom(root));
            }
            end.await();
        }

        private void runFrom(int first) {
            int done = 0;
            int step = first;
            while (step >= 0) {
                outputs[step] = body.apply(step);
                done++;
                int own = -1;
                for (int c = 0; c < graph.childCount(step); c++) {
                    int child = graph.child(step, c);
                    if (waits.decrementAndGet(child) == 0) {
                        if (own < 0 && !taskPerStep) {
                            own = child;
                        } else {
                            executor.execute(() -> runFrom(child));
                        }
                    }
                }
                step = own;
            }
            if (left.addAndGet(-done) == 0) {
                end.countDown();
            }
        }
    }
}

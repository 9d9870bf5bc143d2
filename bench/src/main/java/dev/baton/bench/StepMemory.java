package dev.baton.bench;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Workflow;
import dev.baton.policy.Retention;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** How much heap a running execution takes for each step, the workflow itself aside. */
final class StepMemory implements Part {

    private static final Object OUTPUT = "done";

    @Override
    public char letter() {
        return 'b';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int size = effort.of(1_000_000);
        Graph layered = Graph.layered(size, 42).underOneRoot();
        add(table, "at the start", layered, 0);
        add(table, "half way", layered, size / 2);
        add(table, "all ready", Graph.fan(size), 1);
    }

    private static void add(Table table, String when, Graph graph, int stopAfter) throws Exception {
        double bytes = bytesPerStep(graph, stopAfter);
        Progress.say("bytes per step, " + when, bytes);
        table.add("b. memory of a step, " + when, Unit.BYTES, Sample.of(bytes));
    }

    /** The bodies of this many steps return; those of the next ones wait until the heap has been measured. */
    private static double bytesPerStep(Graph graph, int stopAfter) throws Exception {
        AtomicInteger called = new AtomicInteger();
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch measured = new CountDownLatch(1);
        Workflow workflow = graph.workflow("memory", step -> {
            if (called.getAndIncrement() >= stopAfter) {
                stopped.countDown();
                measured.await();
            }
            return OUTPUT;
        });
        try (Baton baton = Baton.builder()
                .retention(Retention.count(0))
                .workers(Machine.CORES)
                .build()
                .add(workflow)
                .start()) {
            long before = Heap.used();
            Execution execution = baton.trigger(workflow);
            stopped.await();
            long during = Heap.used();
            measured.countDown();
            execution.await(Duration.ofMinutes(5));
            return (double) (during - before) / graph.size();
        }
    }
}

package dev.baton.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RunPolicy.Demand;
import dev.baton.internal.execution.ReadyBatch;
import dev.baton.policy.Limit;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DemandQueuesTest {

    private final DemandQueues queues = new DemandQueues();

    private void add(Demand demand) {
        queues.add(demand, new ReadyBatch(null, new int[] {0}, 0, 1));
    }

    /** Takes the next run as a worker does. */
    private boolean take() {
        Demand first = queues.first(demand -> true);
        ReadyQueue queue = first == null ? null : queues.queue(first);
        ReadyBatch batch = queue == null ? null : queue.first();
        boolean taken = batch != null && batch.take() >= 0;
        if (first != null) {
            queues.trim(first);
        }
        return taken;
    }

    @Test
    void a_queue_is_gone_with_its_last_run() {
        IntStream.range(0, 1_000)
                .mapToObj(i -> new Demand("tenant-" + i, Set.of(), Limit.none()))
                .forEach(this::add);
        for (int i = 0; i < 1_000; i++) {
            assertThat(take()).isTrue();
        }
        assertThat(queues.all()).isEmpty();
    }

    @Test
    void no_run_is_lost_in_a_queue_that_another_thread_removes() {
        int runs = 1_000_000;
        CompletableFuture<Void> adding =
                CompletableFuture.runAsync(() -> IntStream.range(0, runs).forEach(i -> add(Demand.NONE)));
        CompletableFuture<Void> trimming = CompletableFuture.runAsync(() -> {
            while (!adding.isDone()) {
                queues.trim(Demand.NONE);
            }
        });
        int taken = 0;
        while (!adding.isDone() || !trimming.isDone() || queues.hasRuns()) {
            if (take()) {
                taken++;
            }
        }
        assertThat(taken).isEqualTo(runs);
        assertThat(queues.all()).isEmpty();
    }
}

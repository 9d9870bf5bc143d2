package dev.baton.internal.run;

import dev.baton.RunPolicy;
import dev.baton.internal.execution.ReadyBatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The ready runs that not every worker can execute, in a queue for each demand. A queue lasts as long as it has runs:
 * submissions may bring any number of names along. Safe from any thread.
 */
final class DemandQueues {

    private final Map<RunPolicy.Demand, ReadyQueue> queues = new ConcurrentHashMap<>();

    void add(RunPolicy.Demand demand, ReadyBatch batch) {
        // In one step with the look-up: a queue that was removed must not be added to.
        queues.compute(demand, (same, known) -> {
            ReadyQueue queue = known == null ? new ReadyQueue() : known;
            queue.add(batch);
            return queue;
        });
    }

    /** The demand whose next run goes first, among those that fit; null if none of them has a run. */
    RunPolicy.@Nullable Demand first(Predicate<RunPolicy.Demand> fits) {
        RunPolicy.Demand first = null;
        long firstRank = Long.MAX_VALUE;
        for (Map.Entry<RunPolicy.Demand, ReadyQueue> entry : queues.entrySet()) {
            long rank = entry.getValue().rank();
            if (rank < firstRank && fits.test(entry.getKey())) {
                first = entry.getKey();
                firstRank = rank;
            }
        }
        return first;
    }

    @Nullable ReadyQueue queue(RunPolicy.Demand demand) {
        return queues.get(demand);
    }

    /** Drops the queue of a demand if it has no runs left. */
    void trim(RunPolicy.Demand demand) {
        queues.computeIfPresent(demand, (same, queue) -> queue.isEmpty() ? null : queue);
    }

    boolean hasRuns() {
        return queues.values().stream().anyMatch(queue -> !queue.isEmpty());
    }

    /** The queues by their demands, as they are at any moment. */
    Map<RunPolicy.Demand, ReadyQueue> all() {
        return queues;
    }
}

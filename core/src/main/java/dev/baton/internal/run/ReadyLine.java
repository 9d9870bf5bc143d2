package dev.baton.internal.run;

import dev.baton.RunPolicy;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReadyBatch;
import dev.baton.internal.execution.RunState;
import dev.baton.spi.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the runs that are ready stand in line, for people. What it shows may have changed already. */
public final class ReadyLine {

    private static final int MOST_LOOKED_AT = 20_000;

    private final ReadyQueue common;
    private final Map<RunPolicy.Demand, ReadyQueue> byDemand;

    ReadyLine(ReadyQueue common, Map<RunPolicy.Demand, ReadyQueue> byDemand) {
        this.common = common;
        this.byDemand = byDemand;
    }

    /**
     * The runs of the same queue that stand before one.
     *
     * @param ahead how many
     * @param orMore whether there are more than were looked at
     * @param sinceMicros since when the first of them is ready; 0 when there is none
     */
    public record Place(int ahead, boolean orMore, long sinceMicros) {}

    /** The number of waiting runs by queue. Looks at every run. */
    List<Worker.Waiting> waiting() {
        WaitingCount count = new WaitingCount();
        common.forEach(count);
        byDemand.values().forEach(demanding -> demanding.forEach(count));
        return count.byQueue();
    }

    /** Where a run stands. Looks at so many that it is quick however many wait. */
    public Place place(LiveExecution execution, int step) {
        String name =
                execution.cause().demand(execution.node(step).job().policy()).queue();
        List<ReadyQueue> queues = new ArrayList<>(List.of(common));
        byDemand.forEach((demand, queue) -> {
            if (demand.queue().equals(name)) {
                queues.add(queue);
            }
        });
        Search search = new Search(execution, step);
        boolean all = queues.stream().allMatch(queue -> queue.forEach(search)) || search.rank != Long.MAX_VALUE;
        Count count = new Count(search.rank);
        all &= queues.stream().allMatch(queue -> queue.forEach(count));
        return new Place(count.ahead, !all, count.ahead == 0 ? 0 : count.first);
    }

    private static final class Search implements ReadyQueue.Visitor {

        private final LiveExecution execution;
        private final int step;
        private int looked;
        private long rank = Long.MAX_VALUE;

        Search(LiveExecution execution, int step) {
            this.execution = execution;
            this.step = step;
        }

        @Override
        public boolean visit(ReadyBatch batch, int ready) {
            if (batch.execution() == execution && ready == step) {
                rank = ReadyQueue.rank(batch);
            }
            return rank == Long.MAX_VALUE && ++looked < MOST_LOOKED_AT;
        }
    }

    /** Runs that became ready together stand in line in their order; for one of them, those are not counted. */
    private static final class Count implements ReadyQueue.Visitor {

        private final long rank;
        private int looked;
        private int ahead;
        private long first = Long.MAX_VALUE;

        Count(long rank) {
            this.rank = rank;
        }

        @Override
        public boolean visit(ReadyBatch batch, int step) {
            LiveExecution execution = batch.execution();
            if (ReadyQueue.rank(batch) < rank
                    && !execution.isGone()
                    && execution.states().get(step) == RunState.READY) {
                ahead++;
                first = Math.min(first, batch.since());
            }
            return ++looked < MOST_LOOKED_AT;
        }
    }
}

package dev.baton.internal.run;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReadyBatch;
import dev.baton.internal.execution.RunState;
import dev.baton.spi.Worker;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts ready runs by queue. A run that ended before a worker claimed it is not counted. */
final class WaitingCount implements ReadyQueue.Visitor {

    private final Map<String, Worker.Waiting> queues = new TreeMap<>();

    @Override
    public boolean visit(ReadyBatch batch, int step) {
        LiveExecution execution = batch.execution();
        long since = batch.since();
        if (!execution.isGone() && execution.states().get(step) == RunState.READY) {
            String queue = execution
                    .cause()
                    .demand(execution.node(step).job().policy())
                    .queue();
            queues.merge(
                    queue,
                    new Worker.Waiting(queue, 1, since),
                    (all, one) ->
                            new Worker.Waiting(queue, all.runs() + 1, Math.min(all.sinceMicros(), one.sinceMicros())));
        }
        return true;
    }

    List<Worker.Waiting> byQueue() {
        return List.copyOf(queues.values());
    }
}

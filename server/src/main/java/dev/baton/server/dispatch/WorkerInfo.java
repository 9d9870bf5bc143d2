package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.worker.Dispatch;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A worker, as people see it.
 *
 * @param id what it is called
 * @param introduction who it said it is
 * @param local whether it is in the server's own process
 * @param draining whether it takes nothing more
 * @param since when it came
 * @param seen when it last gave a sign of life
 * @param running the runs it has
 */
public record WorkerInfo(
        String id,
        Dispatch.Introduction introduction,
        boolean local,
        boolean draining,
        Instant since,
        Instant seen,
        List<RunId> running) {

    /** The labels it has, with those of the kinds and handlers that it can execute. */
    public Set<String> labels() {
        return Task.labelsOf(introduction.labels(), introduction.kinds(), introduction.handlers());
    }

    /** Whether it can execute what asks for this. */
    public boolean serves(RunPolicy.Demand demand) {
        Set<String> queues = introduction.queues();
        return (queues.isEmpty() || queues.contains(demand.queue())) && labels().containsAll(demand.labels());
    }
}

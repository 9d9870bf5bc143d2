package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.worker.Dispatch;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A worker, as the API shows it.
 *
 * @param id its id
 * @param introduction its description of itself
 * @param local whether it is in the server's own process
 * @param draining whether it drains
 * @param since when it registered
 * @param seen the time of its last heartbeat
 * @param running its runs
 */
public record WorkerInfo(
        String id,
        Dispatch.Introduction introduction,
        boolean local,
        boolean draining,
        Instant since,
        Instant seen,
        List<RunId> running) {

    /** Its labels, with those of the kinds and handlers that it can execute. */
    public Set<String> labels() {
        return Task.labelsOf(introduction.labels(), introduction.kinds(), introduction.handlers());
    }

    /** Whether it can execute a run with this demand. */
    public boolean serves(RunPolicy.Demand demand) {
        Set<String> queues = introduction.queues();
        return (queues.isEmpty() || queues.contains(demand.queue())) && labels().containsAll(demand.labels());
    }
}

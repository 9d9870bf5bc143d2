package dev.baton.server.dispatch;

import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.worker.Dispatch;
import java.util.List;
import java.util.Set;

/** A worker that has introduced itself. */
final class AttachedWorker {

    final String id;
    final Dispatch.Introduction introduction;
    final boolean local;
    final long sinceMicros;
    private final Set<String> labels;
    volatile long seenMicros;
    volatile boolean draining;

    AttachedWorker(String id, Dispatch.Introduction introduction, boolean local, long nowMicros) {
        this.id = id;
        this.introduction = introduction;
        this.local = local;
        this.sinceMicros = nowMicros;
        this.seenMicros = nowMicros;
        this.labels = Task.labelsOf(introduction.labels(), introduction.kinds(), introduction.handlers());
    }

    /** Whether it can execute what asks for this. */
    boolean fits(RunPolicy.Demand demand) {
        Set<String> queues = introduction.queues();
        return Task.isDemand(demand)
                && (queues.isEmpty() || queues.contains(demand.queue()))
                && labels.containsAll(demand.labels());
    }

    /** It, as people see it, with the leases it holds. */
    WorkerInfo info(List<ActiveLease> leases) {
        return new WorkerInfo(
                id,
                introduction,
                local,
                draining,
                Time.toInstant(sinceMicros),
                Time.toInstant(seenMicros),
                leases.stream().map(held -> held.run).toList());
    }
}

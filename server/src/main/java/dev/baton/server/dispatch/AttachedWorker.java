package dev.baton.server.dispatch;

import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Dispatch;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A worker that has introduced itself. */
final class AttachedWorker {

    final String id;
    final Dispatch.Introduction introduction;
    final boolean local;
    final long sinceMicros;
    private final Set<String> labels;
    private final Worker.Wish wish;
    volatile long seenMicros;
    volatile boolean draining;

    AttachedWorker(String id, Dispatch.Introduction introduction, boolean local, long nowMicros) {
        this.id = id;
        this.introduction = introduction;
        this.local = local;
        this.sinceMicros = nowMicros;
        this.seenMicros = nowMicros;
        this.labels = Task.labelsOf(introduction.labels(), introduction.kinds(), introduction.handlers());
        this.wish = new Worker.Wish(words(introduction.queues()), words(labels), 1);
    }

    /** Whether it can execute what asks for this. */
    boolean fits(RunPolicy.Demand demand) {
        Set<String> queues = introduction.queues();
        return Task.isDemand(demand)
                && (queues.isEmpty() || queues.contains(demand.queue()))
                && labels.containsAll(demand.labels());
    }

    /** One run that it would take, as other nodes are asked for it. */
    Worker.Wish wish() {
        return wish;
    }

    /** Names have no space in them: what has one is no queue's and no label's. */
    private static Set<String> words(Set<String> names) {
        return names.stream()
                .filter(name -> name.chars().noneMatch(Character::isWhitespace))
                .collect(Collectors.toUnmodifiableSet());
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

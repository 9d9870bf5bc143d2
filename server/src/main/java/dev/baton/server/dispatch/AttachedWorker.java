package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Dispatch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A worker that has introduced itself, to this server or to another of its cluster. Safe from any thread. */
final class AttachedWorker {

    final String id;
    final Dispatch.Introduction introduction;
    final @Nullable UUID token;
    final boolean local;
    final long sinceMicros;
    private final Set<String> labels;
    private final Worker.FreePlaces place;
    private volatile long seenMicros;
    private volatile Set<String> named = Set.of();
    private volatile boolean here;
    private volatile boolean news;
    volatile boolean draining;

    AttachedWorker(WorkerRows.Row row) {
        this(row, row.isLocal());
    }

    AttachedWorker(WorkerRows.Row row, boolean local) {
        this.id = row.id();
        this.introduction = row.introduction();
        this.token = row.token();
        this.local = local;
        this.sinceMicros = Time.toMicros(row.since());
        this.seenMicros = Time.toMicros(row.seen());
        this.named = row.leases();
        this.draining = row.draining();
        this.labels = Task.labelsOf(introduction.labels(), introduction.kinds(), introduction.handlers());
        this.place = new Worker.FreePlaces(words(introduction.queues()), words(labels), 1);
    }

    /** It sent a heartbeat to this server. */
    void heard(long nowMicros) {
        seenMicros = nowMicros;
        here = true;
        news = true;
    }

    /** The same, with the leases it has. */
    void heard(long nowMicros, Set<String> leases) {
        named = leases;
        heard(nowMicros);
    }

    /** Whether it is an earlier process of the worker in a row. */
    boolean isBefore(WorkerRows.Row row) {
        return sinceMicros < Time.toMicros(row.since());
    }

    /** The record of another server about the worker. */
    void learn(WorkerRows.Row row) {
        draining = row.draining();
        if (Time.toMicros(row.seen()) > seenMicros) {
            seenMicros = Time.toMicros(row.seen());
            named = row.leases();
        }
    }

    long seenMicros() {
        return seenMicros;
    }

    /** The leases that it named with its last heartbeat. */
    Set<String> named() {
        return named;
    }

    /** Whether it named a lease on this run with its last heartbeat. */
    boolean hasNamed(RunId run) {
        String prefix = run + ":";
        return named.stream().anyMatch(lease -> lease.startsWith(prefix));
    }

    /** Whether it has talked to this server. */
    boolean isHere() {
        return here;
    }

    /** Whether something about it is to be written down; asked once, it is not any more. */
    boolean takeNews() {
        boolean was = news;
        news = false;
        return was;
    }

    /** Something about it is to be written down. */
    void setNews() {
        news = true;
    }

    WorkerRows.Row row() {
        return new WorkerRows.Row(
                id, introduction, token, Time.toInstant(sinceMicros), Time.toInstant(seenMicros), draining, named);
    }

    /** Whether it can execute what asks for this. */
    boolean fits(RunPolicy.Demand demand) {
        Set<String> queues = introduction.queues();
        return Task.isDemand(demand)
                && (queues.isEmpty() || queues.contains(demand.queue()))
                && labels.containsAll(demand.labels());
    }

    /** One run that it would take, as other nodes are asked for it. */
    Worker.FreePlaces place() {
        return place;
    }

    /** Names have no space in them: what has one is no queue's and no label's. */
    private static Set<String> words(Set<String> names) {
        return names.stream()
                .filter(name -> name.chars().noneMatch(Character::isWhitespace))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The worker as the API shows it, with the leases it holds here and those it reports from elsewhere.
     *
     * @param over whether a lease has ended here, since the worker last named it
     */
    WorkerInfo info(List<ActiveLease> leases, Predicate<String> over) {
        Stream<LeaseId> elsewhere =
                named.stream().filter(over.negate()).map(LeaseId::parse).flatMap(Optional::stream);
        return new WorkerInfo(
                id,
                introduction,
                local,
                draining,
                Time.toInstant(sinceMicros),
                Time.toInstant(seenMicros),
                Stream.concat(leases.stream().map(held -> held.run), elsewhere.map(LeaseId::run))
                        .distinct()
                        .toList());
    }
}

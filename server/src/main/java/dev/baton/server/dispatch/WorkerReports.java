package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Logged;
import dev.baton.worker.Dispatch.Progress;
import dev.baton.worker.Dispatch.Pulse;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.Dispatch.ResultsPage;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.log.Masker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what workers say about runs, whichever server owns them: what this server holds a lease on goes to the engine,
 * the rest waits in rows for the owner. Safe from any thread.
 */
final class WorkerReports {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerReports.class);

    /** A lease that another server should hold is looked up no more often than this. */
    private static final Duration OTHERS_AGAIN = Duration.ofSeconds(5);

    private final WorkerDirectory directory;
    private final Leases leases;
    private final OtherLeases others;
    private final WorkerRows rows;
    private final DispatchThreads threads;
    private final Time time;
    private final LogSink log;
    private final LeaseEnds ends = new LeaseEnds();
    private volatile UnaryOperator<String> mask = UnaryOperator.identity();

    /** Runs whose leases have ended and whose ends the engine has not heard of. */
    private final AtomicInteger ending = new AtomicInteger();

    WorkerReports(
            WorkerDirectory directory,
            Leases leases,
            WorkerRows rows,
            DispatchThreads threads,
            Time time,
            LogSink log) {
        this.directory = directory;
        this.leases = leases;
        this.rows = rows;
        this.threads = threads;
        this.time = time;
        this.log = log;
        this.others = new OtherLeases(rows, time, OTHERS_AGAIN);
    }

    void limit(StepRule rule) {
        ends.limit(rule);
    }

    void lookUpIn(RunLeases runs) {
        others.lookUpIn(runs);
    }

    void mask(UnaryOperator<String> newMask) {
        mask = newMask;
    }

    int ending() {
        return ending.get();
    }

    // ---- heartbeats

    Pulse heartbeat(String worker, Collection<Progress> running) {
        AttachedWorker known = directory.known(worker);
        known.heard(time.micros(), running.stream().map(Progress::lease).collect(Collectors.toUnmodifiableSet()));
        Set<String> stop = new HashSet<>();
        Set<String> lost = new HashSet<>();
        for (Progress progress : running) {
            ActiveLease held = leases.find(progress.lease());
            if (held == null) {
                if (others.isLost(progress.lease())) {
                    lost.add(progress.lease());
                } else if (others.isToStop(progress.lease())) {
                    stop.add(progress.lease());
                }
            } else if (!held.worker.equals(worker)) {
                lost.add(progress.lease());
            } else {
                held.note(Reports.bounded(progress, Reports.masker(held)), time.micros());
                held.noteHolder();
                if (held.isStopping()) {
                    stop.add(held.id);
                }
            }
        }
        return new Pulse(stop, lost, known.draining);
    }

    /** Looks after the leases that workers have named here and that this server does not hold. */
    void lookAtOthers() {
        for (ActiveLease held : leases.all()) {
            if (rows.isShared() && !held.isLocal() && held.takeStopNews()) {
                others.askToStop(held);
            }
        }
        Map<String, String> named = new HashMap<>();
        directory.all().stream()
                .filter(AttachedWorker::isHere)
                .forEach(worker -> worker.named().forEach(lease -> named.put(lease, worker.id)));
        named.keySet().removeIf(lease -> leases.find(lease) != null || leases.finished(lease) != null);
        others.look(named);
    }

    // ---- logs

    /** @param again whether the worker has sent the entries before, and heard no answer */
    void log(String worker, String leaseId, List<LogEntry> entries, boolean again) {
        directory.known(worker);
        ActiveLease held = leases.find(leaseId);
        if (held != null && held.worker.equals(worker)) {
            Masker masker = Reports.masker(held);
            append(held.run, held.attempt, entries, masker::mask, again);
            if (!held.isLocal()) {
                // The worker forgets what it was told is kept.
                log.flush(held.run);
            }
            return;
        }
        LeaseId id = LeaseId.parse(leaseId).orElseThrow(() -> OtherLeases.lost(worker, leaseId));
        if (held != null || others.isLost(leaseId)) {
            throw OtherLeases.lost(worker, leaseId);
        }
        append(id.run(), id.attempt(), entries, mask, again);
        // The next lines may come to another server: these are to stand before them.
        log.handOver(id.run());
    }

    /** How much of the log of a lease's attempt is kept. */
    Logged logged(String worker, String leaseId) {
        directory.known(worker);
        LeaseId id = LeaseId.parse(leaseId).orElseThrow(() -> OtherLeases.lost(worker, leaseId));
        ActiveLease held = leases.find(leaseId);
        if (held == null ? others.isLost(leaseId) : !held.worker.equals(worker)) {
            throw OtherLeases.lost(worker, leaseId);
        }
        return log.logged(id.run(), id.attempt());
    }

    private void append(RunId run, int attempt, List<LogEntry> entries, UnaryOperator<String> masking, boolean again) {
        if (directory.isAway()) {
            throw new DispatchUnavailableException("the database is unreachable: the worker keeps what it has to log");
        }
        List<LogEntry> masked = entries.stream()
                .map(entry -> new LogEntry(entry.time(), entry.stream(), masking.apply(entry.text())))
                .toList();
        if (again) {
            log.appendAgain(run, attempt, masked);
        } else {
            log.append(run, attempt, masked);
        }
    }

    // ---- results

    /** Some of the results that the reducer of a lease combines. */
    ResultsPage results(String worker, String leaseId, int from) {
        directory.known(worker);
        LeaseId id = LeaseId.parse(leaseId).orElseThrow(() -> OtherLeases.lost(worker, leaseId));
        ActiveLease held = leases.find(leaseId);
        if (directory.isAway()) {
            throw new DispatchUnavailableException("the database is unreachable: ask again");
        }
        try {
            if (held == null ? !others.isHeld(leaseId, worker) : !held.worker.equals(worker)) {
                throw OtherLeases.lost(worker, leaseId);
            }
            return others.runs().results(id, from);
        } catch (StoreUnavailableException e) {
            throw new DispatchUnavailableException("the database is unreachable: ask again", e);
        }
    }

    /** Takes a result. Done when it is recorded, or kept for the server that owns the run. */
    CompletableFuture<Void> finish(String worker, String leaseId, Result result) {
        directory.known(worker);
        CompletableFuture<Void> before = leases.finished(leaseId);
        if (before != null) {
            return before;
        }
        ActiveLease held = leases.find(leaseId);
        if (held == null) {
            return later(() -> keep(worker, leaseId, result));
        }
        if (!held.worker.equals(worker)) {
            throw OtherLeases.lost(worker, leaseId);
        }
        return end(held, result);
    }

    private CompletableFuture<Void> end(ActiveLease held, Result result) {
        if (held.claim.isBorrowed()) {
            // Whoever hears that it has ended, on whichever server, finds all it said.
            log.handOver(held.run);
        }
        CompletableFuture<Void> recorded = new CompletableFuture<>();
        // Counted from before its lease has ended: a server that stops must not leave in between.
        ending.incrementAndGet();
        try {
            if (leases.finish(held, recorded)) {
                ends.end(held, result);
                whenRecorded(held, result, recorded);
            } else {
                recorded.complete(null);
            }
        } finally {
            ending.decrementAndGet();
        }
        return recorded;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    private void whenRecorded(ActiveLease held, Result result, CompletableFuture<Void> recorded) {
        held.claim.recorded().whenComplete((done, moved) -> {
            if (moved == null) {
                recorded.complete(null);
                if (held.isStopping() && rows.isShared()) {
                    threads.execute(() -> others.forget(Set.of(held.id)));
                }
            } else {
                // Another server owns the run by now, and waits for this result.
                leases.forgetFinished(held.id);
                threads.execute(() -> complete(recorded, () -> keep(held.worker, held.id, result)));
            }
        });
    }

    private void keep(String worker, String lease, Result result) {
        LeaseId.parse(lease).ifPresent(id -> log.handOver(id.run()));
        others.keep(worker, lease, result);
        takeResults();
    }

    private CompletableFuture<Void> later(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        threads.execute(() -> complete(done, task));
        return done;
    }

    private static void complete(CompletableFuture<Void> done, Runnable task) {
        try {
            task.run();
            done.complete(null);
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    /** Takes results that came to other servers, or to this one before it had taken over. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    void takeResults() {
        Set<String> held = leases.ids();
        if (held.isEmpty()) {
            return;
        }
        for (WorkerRows.KeptResult kept : rows.results(held)) {
            ActiveLease lease = find(kept.worker(), kept.lease());
            if (lease != null) {
                LOG.debug("run {} ended at worker {}, which told another server", lease.run, kept.worker());
                end(lease, kept.result()).whenComplete((done, failed) -> {
                    if (failed == null) {
                        threads.execute(() -> others.forget(Set.of(kept.lease())));
                    }
                });
            }
        }
    }

    private @Nullable ActiveLease find(String worker, String leaseId) {
        ActiveLease held = leases.find(leaseId);
        return held != null && held.worker.equals(worker) ? held : null;
    }

    /** The same, unless the store is away. */
    void takeResultsIfPossible() {
        try {
            takeResults();
        } catch (StoreUnavailableException e) {
            LOG.debug("results are taken when the store is back");
        }
    }
}

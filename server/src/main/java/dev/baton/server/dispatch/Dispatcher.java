package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.server.dispatch.DispatchListener.WorkerChange;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.log.Masker;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches ready runs with workers that wait for some, and keeps the leases. A worker that falls silent loses its leases,
 * and its runs are tried again. Safe from any thread.
 */
public final class Dispatcher implements Dispatch {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int MOST_AT_ONCE = 100;

    private final Worker.Source source;
    private final Time time;
    private final DispatchThreads threads;
    private final Duration lease;
    private final LogSink log;
    private final Map<String, AttachedWorker> workers = new ConcurrentHashMap<>();
    private final Leases leases = new Leases();
    private final Queue<Poll> polls = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private final AtomicLong lost = new AtomicLong();

    /** Runs whose leases have ended and whose ends the engine has not heard of. */
    private final AtomicInteger ending = new AtomicInteger();

    private volatile boolean closed;
    private volatile DispatchListener listener = DispatchListener.NONE;
    private final LeaseEnds ends = new LeaseEnds();

    Dispatcher(Worker.Source source, Time time, DispatchThreads threads, Duration lease, LogSink log) {
        this.source = source;
        this.time = time;
        this.threads = threads;
        this.lease = lease;
        this.log = log;
        time.after(lease.dividedBy(3), this::sweep);
    }

    /** For how long a worker may be silent. */
    public Duration lease() {
        return lease;
    }

    /** The time that the engine goes by. */
    public Time time() {
        return time;
    }

    /** Tells this one from now on. */
    public void listen(DispatchListener newListener) {
        listener = newListener;
    }

    /** Lets runs add no steps from now on but those that a rule allows. */
    public void limit(StepRule rule) {
        ends.limit(rule);
    }

    // ---- workers come and go

    @Override
    public Registration register(Introduction worker) {
        return register(worker, false);
    }

    /**
     * The same for one that may be in this process, which is not far away: it can give signs of life more often.
     */
    public Registration register(Introduction worker, boolean local) {
        String id = UUID.randomUUID().toString();
        AttachedWorker attached = new AttachedWorker(id, worker, local, time.micros());
        workers.put(id, attached);
        LOG.info("worker {} has come ({}, {} at a time)", worker.name(), id, worker.capacity());
        tell(WorkerChange.JOINED, attached);
        return new Registration(id, local ? Duration.ofMillis(500) : lease.dividedBy(5), lease);
    }

    @Override
    public void leave(String worker) {
        AttachedWorker left = workers.remove(worker);
        if (left != null) {
            LOG.info("worker {} has left", left.introduction.name());
            tell(WorkerChange.LEFT, left);
            giveUp(left, "worker " + left.introduction.name() + " left while it ran");
        }
    }

    private void tell(WorkerChange change, AttachedWorker worker) {
        listener.workerChanged(change, worker.info(leases.of(worker.id)));
    }

    /** Lets a worker take nothing more. Returns whether there is one of that name. */
    public boolean drain(String worker) {
        AttachedWorker known = workers.get(worker);
        if (known != null) {
            boolean wasDraining = known.draining;
            known.draining = true;
            if (!wasDraining) {
                tell(WorkerChange.DRAINING, known);
            }
            polls.stream().filter(poll -> poll.worker == known).forEach(Poll::giveUp);
        }
        return known != null;
    }

    /** All workers, the first that came first. */
    public List<WorkerInfo> workers() {
        Map<String, List<ActiveLease>> held = leases.byWorker();
        return workers.values().stream()
                .sorted(Comparator.comparing((AttachedWorker worker) -> worker.sinceMicros)
                        .thenComparing(worker -> worker.id))
                .map(worker -> worker.info(held.getOrDefault(worker.id, List.of())))
                .toList();
    }

    /** A worker by its id. */
    public Optional<WorkerInfo> worker(String id) {
        return Optional.ofNullable(workers.get(id)).map(worker -> worker.info(leases.of(id)));
    }

    /** The worker that has a run at the moment. */
    public Optional<String> workerOf(RunId run) {
        return leases.of(run).map(held -> held.worker);
    }

    /** How many runs workers have at the moment. */
    public int running() {
        return leases.size() + ending.get();
    }

    private AttachedWorker known(String worker) {
        AttachedWorker known = workers.get(worker);
        if (known == null) {
            throw new UnknownWorkerException("there is no worker " + worker + " here (any longer). Register again.");
        }
        known.seenMicros = time.micros();
        return known;
    }

    /** Takes away the leases of workers that have fallen silent. */
    private void sweep() {
        if (closed) {
            return;
        }
        long latest = time.micros() - Time.toMicros(lease);
        for (AttachedWorker worker : List.copyOf(workers.values())) {
            if (worker.seenMicros < latest && workers.remove(worker.id, worker)) {
                String why =
                        "worker " + worker.introduction.name() + " gave no sign of life for " + Durations.format(lease);
                LOG.warn("{}: its runs are given to others", why);
                tell(WorkerChange.LOST, worker);
                giveUp(worker, why);
            }
        }
        time.after(lease.dividedBy(3), this::sweep);
    }

    private void giveUp(AttachedWorker worker, String why) {
        polls.stream().filter(poll -> poll.worker == worker).forEach(Poll::giveUp);
        leases.of(worker.id).forEach(held -> lose(held, why));
    }

    /** Takes a lease away, and lets the run be tried again. Returns whether it was held. */
    private boolean lose(ActiveLease held, String why) {
        boolean was = leases.remove(held);
        if (was) {
            lost.incrementAndGet();
            held.endProgress();
            log.leave(held.run);
            held.claim.lose(why);
        }
        return was;
    }

    /** How many leases workers have lost so far. */
    public long leasesLost() {
        return lost.get();
    }

    /** The runs that wait for a worker, by queue. */
    public List<Worker.Waiting> waiting() {
        return source.waiting();
    }

    // ---- runs go out

    @Override
    public List<Assignment> claim(String worker, int most, Duration patience) {
        CompletableFuture<List<Assignment>> answer = claimLater(worker, most, patience);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            // Nobody listens any more, unless there was something just now.
            answer.complete(new ArrayList<>());
            return answer.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a claim does not fail", e);
        }
    }

    /**
     * The same without waiting: the answer is there when there is something to do, or patience has run out. Who cancels
     * it has not asked.
     */
    public CompletableFuture<List<Assignment>> claimLater(String worker, int most, Duration patience) {
        AttachedWorker known = known(worker);
        Poll poll = new Poll(known, Math.max(1, Math.min(most, MOST_AT_ONCE)));
        if (known.draining || closed) {
            poll.giveUp();
            return poll.answer;
        }
        Time.Timer end = time.after(patience, poll::giveUp);
        polls.add(poll);
        poll.whenOver(() -> {
            end.cancel();
            polls.remove(poll);
        });
        match();
        return poll.answer;
    }

    /** There may be something for those who wait: looks soon, by another thread. */
    void match() {
        if (!called.get() && called.compareAndSet(false, true)) {
            threads.execute(() -> {
                called.set(false);
                matchAll();
            });
        }
    }

    private synchronized void matchAll() {
        for (Poll poll : polls) {
            if (poll.isOpen()) {
                serve(poll);
            }
        }
        threads.runOwn(source);
        source.offered();
    }

    /** What those who wait would take, for each sort of worker. */
    List<Worker.Wish> wishes() {
        return Poll.wishes(polls);
    }

    /** Whether what asks for this is for a worker, and nobody who waits here would take it. */
    boolean spares(RunPolicy.Demand demand) {
        return Task.isDemand(demand) && polls.stream().noneMatch(poll -> poll.isOpen() && poll.worker.fits(demand));
    }

    private void serve(Poll poll) {
        List<ActiveLease> taken = new ArrayList<>();
        List<Assignment> assignments = new ArrayList<>();
        while (assignments.size() < poll.most) {
            Worker.Claim claim = source.claim(poll.worker::fits);
            if (claim == null) {
                break;
            }
            ActiveLease held =
                    new ActiveLease(UUID.randomUUID().toString(), poll.worker.id, claim, time.now(), this::progressed);
            try {
                Task task = ((HasTask) claim.job().body()).task();
                assignments.add(Assignments.of(held.id, claim.context(), task));
                leases.add(held);
                taken.add(held);
                claim.onStop(held::stop);
            } catch (RuntimeException e) {
                claim.fail(e);
            }
        }
        boolean heard = assignments.isEmpty() || poll.answer.complete(assignments);
        if (!heard) {
            // Its patience ran out just now: as if nobody had asked.
            taken.stream().filter(leases::remove).forEach(held -> held.claim.handBack());
        }
    }

    /** A run whose attempt outlived its server is with its worker, under its former lease. */
    void adopt(Worker.Claim claim, Worker.Survivor survivor) {
        Survivors.Holding holding = Survivors.Holding.of(survivor);
        ActiveLease held = new ActiveLease(holding.lease(), holding.worker(), claim, time.now(), this::progressed);
        leases.add(held);
        claim.onStop(held::stop);
    }

    /** Lets go of leases whose work goes on without this server. The engine does not hear of it: the next one does. */
    public void letGo(Collection<String> leaseIds) {
        leaseIds.stream().map(leases::find).filter(Objects::nonNull).forEach(leases::remove);
    }

    // ---- what workers report

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        AttachedWorker known = known(worker);
        Set<String> stop = new HashSet<>();
        Set<String> lost = new HashSet<>();
        for (Progress progress : running) {
            ActiveLease held = leases.find(progress.lease());
            if (held == null || !held.worker.equals(worker)) {
                lost.add(progress.lease());
            } else {
                held.note(Reports.bounded(progress, Reports.masker(held)), time.micros());
                if (held.isStopping()) {
                    stop.add(held.id);
                }
            }
        }
        loseUnknown(worker, running);
        return new Pulse(stop, lost, known.draining);
    }

    private void progressed(ActiveLease held, Run.Progress progress) {
        listener.progressed(
                new DispatchListener.Running(held.run, held.claim.context().jobName(), held.attempt), progress);
    }

    /** An answer to a claim may get lost on its way: what a worker has never heard of is given to another. */
    private void loseUnknown(String worker, Collection<Progress> running) {
        Set<String> heardOf = running.stream().map(Progress::lease).collect(Collectors.toSet());
        Instant longAgo = time.now().minus(lease);
        for (ActiveLease held : leases.of(worker)) {
            if (!heardOf.contains(held.id)
                    && held.since.isBefore(longAgo)
                    && lose(held, "it never reached its worker")) {
                LOG.warn("run {} never reached its worker: it is given to another", held.run);
            }
        }
    }

    @Override
    public void log(String worker, String leaseId, List<LogEntry> entries) {
        ActiveLease held = held(worker, leaseId);
        Masker masker = Reports.masker(held);
        log.append(
                held.run,
                held.attempt,
                entries.stream()
                        .map(entry -> new LogEntry(entry.time(), entry.stream(), masker.mask(entry.text())))
                        .toList());
    }

    @Override
    public void finish(String worker, String leaseId, Result result) {
        known(worker);
        if (leases.isFinished(leaseId)) {
            return;
        }
        ActiveLease held = held(worker, leaseId);
        if (held.claim.isBorrowed()) {
            // Whoever hears that it has ended, on whichever server, finds all it said.
            log.handOver(held.run);
        }
        // Counted from before its lease has ended: a server that stops must not leave in between.
        ending.incrementAndGet();
        try {
            if (leases.finish(held)) {
                ends.end(held, result);
            }
        } finally {
            ending.decrementAndGet();
        }
    }

    private ActiveLease held(String worker, String leaseId) {
        ActiveLease held = leases.find(leaseId);
        if (held == null || !held.worker.equals(worker)) {
            throw new LeaseLostException(
                    "the lease " + leaseId + " is not held by worker " + worker + " (any longer).");
        }
        return held;
    }

    /** Tells all workers in this process and elsewhere that there is nothing more to do. */
    void close() {
        closed = true;
        polls.forEach(Poll::giveUp);
    }
}

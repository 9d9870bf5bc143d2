package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunPolicy;
import dev.baton.server.dispatch.DispatchListener.WorkerChange;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.UnknownWorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches ready runs with workers that wait for some, and keeps the leases on the runs that this server owns. Each lease
 * is recorded with its run before the worker hears of it, so that the next owner of the run takes it over. A worker that
 * falls silent loses its leases, and its runs are tried again. Safe from any thread.
 */
public final class Dispatcher implements Dispatch {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** The token of workers that have none. */
    private static final UUID NOBODY = new UUID(0, 0);

    private final Worker.Source source;
    private final Time time;
    private final DispatchThreads threads;
    private final Duration lease;
    private final WorkerDirectory directory;
    private final Leases leases = new Leases();
    private final WorkerReports reports;
    private final HandOuts handOuts;
    private final LeaseLosses losses;
    private volatile boolean closed;
    private volatile DispatchListener listener = DispatchListener.NONE;

    Dispatcher(Worker.Source source, Time time, DispatchThreads threads, Duration lease, LogSink log, WorkerRows rows) {
        this.source = source;
        this.time = time;
        this.threads = threads;
        this.lease = lease;
        this.directory = new WorkerDirectory(rows, time, lease);
        this.reports = new WorkerReports(directory, leases, rows, threads, time, log);
        this.handOuts = new HandOuts(
                source, time, threads, leases, new HandOuts.Around(log, directory::isFresh, this::progressed));
        this.losses = new LeaseLosses(directory, leases, handOuts, log, lease);
        lookLater();
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
        reports.limit(rule);
    }

    /** Looks leases up in here that this server does not hold. */
    void lookUpIn(RunLeases runs) {
        reports.lookUpIn(runs);
    }

    /** Masks with this what workers log of runs that other servers own. */
    public void mask(UnaryOperator<String> mask) {
        reports.mask(mask);
    }

    /** Whether the rows of workers cannot be reached at the moment. */
    public boolean isStoreAway() {
        return directory.isAway();
    }

    // ---- workers come and go

    @Override
    public Registration register(Introduction worker) {
        return register(worker, NOBODY);
    }

    /**
     * Adds a worker for which only this token speaks. One that was started again goes on under the id it had, with what
     * has outlived its former process, as long as the servers have not given that up.
     */
    public Registration register(Introduction worker, UUID token) {
        Former former = worker.former();
        Introduction introduction = worker.withFormer(null);
        AttachedWorker before = former == null ? null : directory.former(former.worker(), token);
        if (former == null || before == null || !Objects.equals(before.introduction.host(), worker.host())) {
            // On another host it may be a copy of the worker's files: two workers must not have one id.
            return register(directory.join(introduction, token, false));
        }
        AttachedWorker again = directory.rejoin(before, introduction, former.leases());
        handOuts.giveUp(before);
        leases.of(again.id).stream()
                .filter(held -> !former.leases().contains(held.id))
                .forEach(held -> losses.lose(held, "worker " + worker.name() + " was started again without it"));
        return register(again);
    }

    /** Adds the worker in this process, which is not far away: it can send heartbeats more often. */
    public Registration registerLocal(Introduction worker) {
        return register(directory.join(worker, null, true));
    }

    private Registration register(AttachedWorker attached) {
        Introduction worker = attached.introduction;
        LOG.info("worker {} has registered ({}, {} runs at a time)", worker.name(), attached.id, worker.capacity());
        tell(WorkerChange.JOINED, attached);
        return new Registration(attached.id, attached.local ? Duration.ofMillis(500) : lease.dividedBy(5), lease);
    }

    /**
     * Makes sure that a token may speak for a worker.
     *
     * @throws UnknownWorkerException when not: one that is another's is no different from one that is not there
     */
    public void checkSpeaker(String worker, UUID token) {
        if (!token.equals(directory.lookUp(worker).token)) {
            throw new UnknownWorkerException("this token has registered no worker " + worker + " (or it has been"
                    + " silent for too long). Register again.");
        }
    }

    @Override
    public void leave(String worker) {
        AttachedWorker left = directory.known(worker);
        if (directory.leave(left)) {
            LOG.info("worker {} has left", left.introduction.name());
            tell(WorkerChange.LEFT, left);
            losses.giveBack(left);
        }
    }

    private void tell(WorkerChange change, AttachedWorker worker) {
        listener.workerChanged(change, info(worker, leases.of(worker.id)));
    }

    private WorkerInfo info(AttachedWorker worker, List<ActiveLease> held) {
        return worker.info(held, lease -> leases.finished(lease) != null);
    }

    /**
     * Lets a worker finish its runs and take no more, whichever server it talks to. Returns the worker; empty if there is
     * none of that id.
     */
    public Optional<WorkerInfo> drain(String worker) {
        return setDraining(worker, true);
    }

    /** Lets a drained worker take runs again, whichever server it talks to. Returns the same as {@link #drain}. */
    public Optional<WorkerInfo> resume(String worker) {
        return setDraining(worker, false);
    }

    private Optional<WorkerInfo> setDraining(String worker, boolean draining) {
        AttachedWorker known = directory.find(worker);
        if (known == null) {
            return Optional.empty();
        }
        if (directory.setDraining(known, draining)) {
            tell(draining ? WorkerChange.DRAINING : WorkerChange.RESUMED, known);
        }
        // The request of a drained worker stays open, and a worker that is resumed gets its runs with it.
        handOuts.match();
        return Optional.of(info(known, leases.of(worker)));
    }

    /** All workers of all servers, the first that came first. */
    public List<WorkerInfo> workers() {
        Map<String, List<ActiveLease>> held = leases.byWorker();
        return directory.all().stream()
                .map(worker -> info(worker, held.getOrDefault(worker.id, List.of())))
                .toList();
    }

    /** The workers that talk to this server. */
    public List<WorkerInfo> workersHere() {
        return directory.all().stream()
                .filter(AttachedWorker::isHere)
                .map(worker -> info(worker, leases.of(worker.id)))
                .toList();
    }

    /** A worker by its id. */
    public Optional<WorkerInfo> worker(String id) {
        return Optional.ofNullable(directory.find(id)).map(worker -> info(worker, leases.of(id)));
    }

    /** The worker that has a run at the moment. */
    public Optional<String> workerOf(RunId run) {
        return leases.of(run)
                .map(held -> held.worker)
                .or(() -> directory.all().stream()
                        .filter(worker -> worker.hasNamed(run))
                        .map(worker -> worker.id)
                        .findFirst());
    }

    /** How many runs workers have at the moment that end with this process. */
    int running() {
        return leases.endingHere() + reports.ending();
    }

    private void lookLater() {
        Duration pause = lease.dividedBy(5).compareTo(LOOK_EVERY) < 0 ? lease.dividedBy(5) : LOOK_EVERY;
        time.after(
                pause,
                () -> threads.execute(() -> {
                    if (!closed) {
                        look();
                        lookLater();
                    }
                }));
    }

    /** Looks what has become of workers and their runs, here and in the rows that all servers share. */
    private void look() {
        try {
            directory.exchange().forEach(losses::goneElsewhere);
            handOuts.matchPassedOver();
            if (!directory.isAway()) {
                // After the heartbeats were read: a worker names a run until its result is taken.
                reports.takeResults();
                losses.loseSilent(worker -> tell(WorkerChange.LOST, worker));
                losses.loseUnheard();
                reports.lookAtOthers();
            }
        } catch (StoreUnavailableException e) {
            LOG.debug("workers are looked after when the store is back");
        } catch (RuntimeException e) {
            if (closed) {
                LOG.debug("workers are no longer looked after: the server stops", e);
            } else {
                LOG.error("the check of workers and their leases failed; it is repeated", e);
            }
        }
    }

    /** Another server has something to tell. */
    public void news() {
        threads.execute(reports::takeResultsIfPossible);
    }

    /** How many leases workers have lost so far. */
    public long leasesLost() {
        return losses.count();
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
        if (closed) {
            throw new DispatchUnavailableException("the server stops");
        }
        return handOuts.claim(directory.known(worker), most, patience);
    }

    /** Offers ready runs to the waiting workers soon, on another thread. */
    void match() {
        handOuts.match();
    }

    /** The demands that waiting workers can meet, one for each sort of worker. */
    List<Worker.FreePlaces> freePlaces() {
        return handOuts.freePlaces();
    }

    /** Whether runs with this demand need a worker, and no worker that waits here would take them. */
    boolean spares(RunPolicy.Demand demand) {
        return handOuts.spares(demand);
    }

    /** Takes up a run again that a worker has had since before this server owned it. */
    void adopt(Worker.Claim claim, Worker.Survivor survivor, boolean isLocal) {
        handOuts.adopt(claim, survivor, isLocal);
        reports.takeResultsIfPossible();
    }

    /** Lets go of leases whose work goes on without this server. The engine does not hear of it: the next one does. */
    public void letGo(Collection<String> leaseIds) {
        leaseIds.stream().map(leases::find).filter(Objects::nonNull).forEach(leases::remove);
    }

    // ---- what workers report

    @Override
    public Pulse heartbeat(String worker, Collection<Progress> running) {
        Pulse pulse = reports.heartbeat(worker, running);
        handOuts.matchPassedOver();
        return pulse;
    }

    @Override
    public void log(String worker, String leaseId, List<LogEntry> entries) {
        reports.log(worker, leaseId, entries, false);
    }

    @Override
    public void logAgain(String worker, String leaseId, List<LogEntry> entries) {
        reports.log(worker, leaseId, entries, true);
    }

    @Override
    public Logged logged(String worker, String leaseId) {
        return reports.logged(worker, leaseId);
    }

    @Override
    public ResultsPage results(String worker, String leaseId, int from) {
        return reports.results(worker, leaseId, from);
    }

    /** Reports the end of a run, which is recorded in a moment. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a caller that waits uses the future
    public void finish(String worker, String leaseId, Result result) {
        reports.finish(worker, leaseId, result);
    }

    /** The same; done when the end is recorded, and a death of this server does not undo it. */
    public CompletableFuture<Void> finishLater(String worker, String leaseId, Result result) {
        return reports.finish(worker, leaseId, result);
    }

    private void progressed(ActiveLease held, Run.Progress progress) {
        listener.progressed(
                new DispatchListener.Running(held.run, held.claim.context().jobName(), held.attempt), progress);
    }

    /** Tells all workers in this process and elsewhere that there is nothing more to do. */
    void close() {
        closed = true;
        handOuts.close();
    }
}

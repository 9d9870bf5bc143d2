package dev.baton.internal.run;

import dev.baton.Job;
import dev.baton.RunPolicy;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReadyBatch;
import dev.baton.internal.execution.Waiting;
import dev.baton.internal.time.NodeLease;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ready runs, and where they go: to this node's worker, to another node's, or, if their bodies only wait, to none.
 * Workers claim runs here. Safe from any thread.
 */
public final class ReadyRuns implements Worker.Source {

    /** A node that runs this many bodies leaves new runs to other nodes for a moment. */
    private static final int ENOUGH_RUNNING = 8;

    private static final long FIRST_CHOICE_MICROS = 100_000;
    private static final Duration WAKE_AGAIN = Duration.ofMillis(100);
    private static final Logger LOG = LoggerFactory.getLogger(ReadyRuns.class);

    private final RunServices services;
    private final Serving serving;
    private final NodeLease lease;
    private final Consumer<Attempt> started;
    private final Worker worker;
    private final ReadyQueue queue = new ReadyQueue();
    /** Runs whose bodies only wait. */
    private final ReadyQueue deferred = new ReadyQueue();

    private final DemandQueues byDemand = new DemandQueues();
    private final Queue<Attempt> borrowed = new ConcurrentLinkedQueue<>();
    private final Load load = new Load();

    private volatile Runnable loadChanged = () -> {};
    private volatile Runnable offered = () -> {};
    private volatile boolean shared;
    private volatile boolean othersWait;
    private final AtomicBoolean waking = new AtomicBoolean();
    private volatile boolean accepting;

    /**
     * Creates the worker that claims runs here.
     *
     * @param started called for each attempt that starts
     */
    public ReadyRuns(
            RunServices services, Serving serving, NodeLease lease, Worker.Factory workers, Consumer<Attempt> started) {
        this.services = services;
        this.serving = serving;
        this.lease = lease;
        this.started = started;
        this.worker = workers.create(this, services.time());
    }

    public RunServices services() {
        return services;
    }

    /** The worker that claims runs here. */
    public Worker worker() {
        return worker;
    }

    /** The queues, labels and limits of this node's worker. */
    public Serving serving() {
        return serving;
    }

    /** Runs a task on another thread. */
    public void later(Runnable task) {
        worker.execute(task);
    }

    boolean holdsLease() {
        return lease.holds();
    }

    /** Sets whether workers may claim runs. */
    public void accept(boolean newAccepting) {
        accepting = newAccepting;
        if (newAccepting) {
            beginDeferred();
            if (!queue.isEmpty() || hasByDemand()) {
                wake();
            }
        }
    }

    /** Reports that the lease is renewed, so that this node may start its runs again. */
    public void leaseRenewed() {
        if (accepting) {
            beginDeferred();
            wake();
        }
    }

    /** If the worker cannot be woken now, it is woken a little later: nothing else would look for the ready runs. */
    private void wake() {
        try {
            worker.wake();
        } catch (RuntimeException | Error e) {
            LOG.error("the worker could not be told of ready runs; it is tried again", e);
            services.time().after(WAKE_AGAIN, this::wake);
        }
    }

    /** Whether workers may claim runs. */
    public boolean isAccepting() {
        return accepting;
    }

    /**
     * Adds ready runs.
     *
     * @param byWorker whether the caller is a worker that will look for its next run right afterwards
     */
    public void offer(ReadyBatch batch, boolean byWorker) {
        LiveExecution execution = batch.execution();
        int step = batch.step(0);
        if (!execution.isPlain(step) && offerApart(batch, execution, step)) {
            return;
        }
        if (shared) {
            load.enqueued(batch.size());
        }
        queue.add(batch);
        if (!byWorker && accepting) {
            wake();
        }
    }

    /** Adds a run that is not simply for this node's worker where it belongs. Returns whether it was such a run. */
    private boolean offerApart(ReadyBatch batch, LiveExecution execution, int step) {
        Job job = execution.node(step).job();
        if (Waiting.onlyWaits(execution, step)) {
            deferred.add(batch);
            beginDeferred();
            return true;
        }
        RunPolicy.Demand demand = execution.cause().demand(job.policy());
        boolean forAny = !worker.isSelective() && serving.serves(demand);
        if (forAny) {
            return false;
        }
        byDemand.add(demand, batch);
        loadChanged.run();
        if (accepting && worker.isSelective()) {
            wake();
        }
        return true;
    }

    /** Gives the worker an attempt back that outlived its node. */
    public void adopt(LiveExecution execution, int step, Worker.Survivor survivor) {
        Attempt attempt = Attempt.continued(this, execution, step, survivor);
        if (!execution.isGone() && execution.states().take(step, attempt)) {
            later(() -> {
                StartCheck.goOn(attempt);
                started.accept(attempt);
                counted(attempt);
                attempt.noteNow();
                worker.adopt(attempt, survivor);
            });
        }
    }

    /** Whether this node's worker, or a worker that fetches runs from it, can execute a run with this demand. */
    public boolean serves(RunPolicy.Demand demand) {
        return worker.isSelective() || serving.serves(demand);
    }

    /** Adds a run that another node has lent. */
    public void enqueueBorrowed(Attempt attempt) {
        borrowed.add(attempt);
        wake();
    }

    /** Withdraws a run that another node has lent. Returns false if a worker has claimed it. */
    public boolean withdrawBorrowed(Attempt attempt) {
        return borrowed.remove(attempt);
    }

    /** Lets waiting bodies begin, on other threads: they and their guards are user code. */
    private void beginDeferred() {
        for (Attempt next = lease(deferred, false, null); next != null; next = lease(deferred, false, null)) {
            Attempt attempt = next;
            later(() -> StartCheck.begin(attempt, started));
        }
    }

    @Override
    public boolean hasReady() {
        if (!accepting || !lease.holds()) {
            return false;
        }
        ReadyBatch next = queue.first();
        return (next != null && !isForOthersFirst(next)) || !borrowed.isEmpty();
    }

    @Override
    public List<Worker.Waiting> waiting() {
        return line().waiting();
    }

    /** How the runs that are ready stand in line. */
    public ReadyLine line() {
        return new ReadyLine(queue, byDemand.all());
    }

    @Override
    public Worker.@Nullable Claim claim() {
        if (!shared) {
            return counted(claim(queue, true, null));
        }
        Attempt lent = borrowed.poll();
        if (lent != null) {
            load.started(lent);
            return lent;
        }
        ReadyBatch next = queue.first();
        return next != null && isForOthersFirst(next) ? null : counted(claim(queue, true, null));
    }

    @Override
    public Worker.@Nullable Claim claim(Predicate<RunPolicy.Demand> fits) {
        Attempt lent = claimBorrowed(fits);
        return counted(lent == null ? claimByDemand(fits) : lent);
    }

    private @Nullable Attempt claimBorrowed(Predicate<RunPolicy.Demand> fits) {
        Iterator<Attempt> all = borrowed.iterator();
        while (accepting && all.hasNext()) {
            Attempt lent = all.next();
            if (fits.test(lent.demand()) && borrowed.remove(lent)) {
                return lent;
            }
        }
        return null;
    }

    @Override
    public void offered() {
        offered.run();
    }

    /** Claims a run that not every worker can execute, for one with a demand that fits. */
    public @Nullable Attempt claimByDemand(Predicate<RunPolicy.Demand> fits) {
        RunPolicy.Demand first = byDemand.first(fits);
        while (first != null && accepting && lease.holds()) {
            ReadyQueue from = byDemand.queue(first);
            Attempt attempt = from == null ? null : claim(from, false, null);
            byDemand.trim(first);
            if (attempt != null) {
                return attempt;
            }
            first = byDemand.first(fits);
        }
        return null;
    }

    /** Claims a run that waits for this node's worker, for another worker with these queues and labels. */
    public @Nullable Attempt claimFor(Serving theirs) {
        return claim(queue, true, theirs);
    }

    /** Whether there are ready runs that not every worker can execute. */
    public boolean hasByDemand() {
        return byDemand.hasRuns();
    }

    /**
     * Claims the next run that starts.
     *
     * @param others the worker of another node that the run is for; null for any run
     */
    private @Nullable Attempt claim(ReadyQueue from, boolean isLoad, @Nullable Serving others) {
        for (Attempt attempt = lease(from, isLoad, others); attempt != null; attempt = lease(from, isLoad, others)) {
            if (StartCheck.asksGuard(attempt) && hasReady()) {
                // A guard may block, and this thread has yet to look whether others are needed for the next runs.
                wake();
            }
            if (StartCheck.mayStart(attempt) && StartCheck.isRecorded(attempt)) {
                started.accept(attempt);
                return attempt;
            }
        }
        return null;
    }

    private @Nullable Attempt lease(ReadyQueue from, boolean isLoad, @Nullable Serving others) {
        while (accepting && lease.holds()) {
            ReadyBatch batch = from.first();
            int place = batch == null ? 0 : batch.get();
            if (batch == null || (others != null && !others.serves(batch.demand(place)))) {
                return null;
            }
            int step = others == null ? batch.take() : batch.take(place);
            if (step >= 0) {
                if (isLoad && shared) {
                    load.taken();
                }
                Attempt attempt = take(batch.execution(), step, from == deferred);
                if (attempt != null) {
                    return attempt;
                }
            }
        }
        return null;
    }

    /** Takes the lease on a ready run; null if it is no longer ready. */
    private @Nullable Attempt take(LiveExecution execution, int step, boolean toWait) {
        if (execution.isGone() || StartCheck.isKeptBack(execution, step, services.nesting())) {
            return null;
        }
        if (!execution.isPlain(step) && Waiting.onlyWaits(execution, step) != toWait) {
            // Its job was replaced since: it is offered again, where it belongs now.
            execution.tell(turn -> turn.putBack(step));
            return null;
        }
        Attempt attempt = new Attempt(this, execution, step);
        return execution.states().take(step, attempt) ? attempt : null;
    }

    private @Nullable Attempt counted(@Nullable Attempt attempt) {
        if (shared && attempt != null) {
            load.started(attempt);
            loadChanged.run();
        }
        return attempt;
    }

    /** Whether other nodes are idle while this node is busy: then they get the first choice. */
    private boolean isForOthersFirst(ReadyBatch next) {
        if (!othersWait || load.running().size() < ENOUGH_RUNNING) {
            return false;
        }
        long left = next.since() + FIRST_CHOICE_MICROS - services.time().micros();
        if (left > 0 && waking.compareAndSet(false, true)) {
            services.time().after(Duration.ofNanos(left * 1_000), () -> {
                waking.set(false);
                wake();
            });
        }
        return left > 0;
    }

    /** Reports that an attempt is over, in whichever way. */
    public void attemptOver(Attempt attempt) {
        if (shared) {
            load.ended(attempt);
            loadChanged.run();
        }
    }

    /** Whether a body of this execution has begun the transaction of its end, and runs here. */
    boolean hasOpenTransaction(LiveExecution execution) {
        return load.running().stream()
                .anyMatch(attempt -> attempt.execution() == execution && attempt.hasTransaction());
    }

    /** Reports that changes have been recorded. */
    public void recorded() {
        loadChanged.run();
    }

    /** Sets whether other nodes are idle. */
    public void setOthersWait(boolean newOthersWait) {
        othersWait = newOthersWait;
    }

    /** Registers a callback for when every waiting worker has been offered the ready runs. */
    public void watchOffers(Runnable watcher) {
        offered = watcher;
    }

    /** Registers a callback for when a run has started, ended, or been recorded. The load is counted from now on. */
    public Load watchLoad(Runnable watcher) {
        loadChanged = watcher;
        shared = true;
        return load;
    }
}

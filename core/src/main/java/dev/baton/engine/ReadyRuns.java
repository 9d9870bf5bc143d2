package dev.baton.engine;

import dev.baton.RunPolicy;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The runs that are ready, and where they go: to this node's worker, to another node's, or, when their bodies only wait,
 * to nobody. Workers take from here. Safe from any thread.
 */
final class ReadyRuns implements Worker.Source {

    /** A node that runs so many bodies leaves what is new to others for a moment. */
    private static final int ENOUGH_RUNNING = 8;

    private static final long FIRST_CHOICE_MICROS = 100_000;

    private final Machinery machinery;
    private final Leases leases;
    private final ReadyQueue queue = new ReadyQueue();
    private final ReadyQueue deferred = new ReadyQueue();
    private final Map<RunPolicy.Demand, ReadyQueue> byDemand = new ConcurrentHashMap<>();
    private final Queue<Attempt> borrowed = new ConcurrentLinkedQueue<>();
    /** Kept count of where this node may take or leave work; null where it has all of it. */
    private final @Nullable Load load;

    private volatile Runnable loadChanged = () -> {};
    private volatile Runnable offered = () -> {};
    private volatile boolean othersWait;
    private final AtomicBoolean waking = new AtomicBoolean();
    private volatile boolean accepting;

    ReadyRuns(Machinery machinery, @Nullable Load load) {
        this.machinery = machinery;
        this.load = load;
        this.leases = new Leases(machinery);
    }

    /** Lets workers take runs, or no longer. */
    void accept(boolean newAccepting) {
        accepting = newAccepting;
        if (newAccepting) {
            beginDeferred();
            if (!queue.isEmpty() || hasByDemand()) {
                machinery.worker().wake();
            }
        }
    }

    boolean isAccepting() {
        return accepting;
    }

    // ---- what comes in

    void enqueue(int priority, ReadyQueue.Batch batch, boolean byWorker) {
        if (load != null) {
            load.enqueued(batch.size());
        }
        queue.add(priority, batch);
        if (!byWorker && accepting) {
            machinery.worker().wake();
        }
    }

    /** Keeps ready what not every worker can run, for one that can. */
    void enqueueByDemand(RunPolicy policy, ReadyQueue.Batch batch) {
        byDemand.computeIfAbsent(policy.demand(), demand -> new ReadyQueue()).add(policy.priority(), batch);
        loadChanged.run();
        if (accepting && machinery.worker().isSelective()) {
            machinery.worker().wake();
        }
    }

    /** Whether this node's worker, or one that comes to it for runs, can run what asks for this. */
    boolean serves(RunPolicy.Demand demand) {
        return machinery.worker().isSelective() || machinery.serving().serves(demand);
    }

    /** Whether what asks for this goes to whichever worker fits, and not simply to this node's. */
    boolean isByDemand(RunPolicy.Demand demand) {
        return machinery.worker().isSelective() || !machinery.serving().serves(demand);
    }

    /** Lets this node's worker run what another has lent. */
    void enqueueBorrowed(Attempt attempt) {
        borrowed.add(attempt);
        machinery.worker().wake();
    }

    /** Takes back what another has lent, unless a worker has it. Returns whether none has. */
    boolean withdrawBorrowed(Attempt attempt) {
        return borrowed.remove(attempt);
    }

    /** Lets a body begin to wait. */
    void enqueueDeferred(ReadyQueue.Batch batch) {
        deferred.add(0, batch);
        beginDeferred();
    }

    /** Its callers may have a turn, so the guards of what begins are asked by other threads. */
    private void beginDeferred() {
        Attempt attempt = lease(deferred, null);
        while (attempt != null) {
            Attempt begun = attempt;
            machinery.later(() -> {
                if (leases.mayStart(begun)) {
                    machinery.notifier().runStarted(begun);
                    begun.begin();
                }
            });
            attempt = lease(deferred, null);
        }
    }

    // ---- who takes them

    @Override
    public boolean hasReady() {
        if (!accepting || !machinery.holdsLease()) {
            return false;
        }
        ReadyQueue.Batch next = queue.first();
        return (next != null && !isForOthersFirst(next)) || !borrowed.isEmpty();
    }

    @Override
    public List<Worker.Waiting> waiting() {
        WaitingCount count = new WaitingCount();
        queue.forEach(count);
        byDemand.values().forEach(demanding -> demanding.forEach(count));
        return count.byQueue();
    }

    @Override
    public Worker.@Nullable Claim claim() {
        Attempt lent = load == null ? null : borrowed.poll();
        if (lent != null && load != null) {
            load.started(lent);
            return lent;
        }
        ReadyQueue.Batch next = load == null ? null : queue.first();
        return next != null && isForOthersFirst(next) ? null : started(claim(queue, load));
    }

    @Override
    public Worker.@Nullable Claim claim(Predicate<RunPolicy.Demand> fits) {
        Attempt lent = claimBorrowed(fits);
        return started(lent == null ? claimByDemand(fits) : lent);
    }

    private @Nullable Attempt claimBorrowed(Predicate<RunPolicy.Demand> fits) {
        Iterator<Attempt> all = borrowed.iterator();
        while (accepting && all.hasNext()) {
            Attempt lent = all.next();
            if (fits.test(lent.job().policy().demand()) && borrowed.remove(lent)) {
                return lent;
            }
        }
        return null;
    }

    @Override
    public void offered() {
        offered.run();
    }

    /** Takes a run that not every worker can run, for one that can run what fits. */
    @Nullable Attempt claimByDemand(Predicate<RunPolicy.Demand> fits) {
        while (true) {
            ReadyQueue best = null;
            long bestRank = Long.MAX_VALUE;
            for (Map.Entry<RunPolicy.Demand, ReadyQueue> entry : byDemand.entrySet()) {
                long rank = entry.getValue().rank();
                if (rank < bestRank && fits.test(entry.getKey())) {
                    best = entry.getValue();
                    bestRank = rank;
                }
            }
            if (best == null || !accepting || !machinery.holdsLease()) {
                return null;
            }
            Attempt attempt = claim(best, null);
            if (attempt != null) {
                return attempt;
            }
        }
    }

    /** Takes a run that waits for this node's worker, for another with these duties. */
    @Nullable Attempt claimFor(Settings.Serving theirs) {
        ReadyQueue.Batch next = queue.first();
        boolean fits = next != null && theirs.serves(next.demand());
        return fits ? claim(queue, load) : null;
    }

    /** Whether there are ready runs that not every worker can run. */
    boolean hasByDemand() {
        return byDemand.values().stream().anyMatch(waiting -> !waiting.isEmpty());
    }

    private @Nullable Attempt claim(ReadyQueue from, @Nullable Load counted) {
        for (Attempt attempt = lease(from, counted); attempt != null; attempt = lease(from, counted)) {
            if (leases.mayStart(attempt)) {
                machinery.notifier().runStarted(attempt);
                return attempt;
            }
        }
        return null;
    }

    private @Nullable Attempt lease(ReadyQueue from, @Nullable Load counted) {
        while (accepting && machinery.holdsLease()) {
            ReadyQueue.Batch batch = from.first();
            if (batch == null) {
                return null;
            }
            int step = batch.take();
            if (step >= 0) {
                Attempt attempt = leases.lease(batch.execution, step);
                if (counted != null) {
                    counted.taken();
                }
                if (attempt != null) {
                    return attempt;
                }
            }
        }
        return null;
    }

    private @Nullable Attempt started(@Nullable Attempt attempt) {
        if (load != null && attempt != null) {
            load.started(attempt);
            loadChanged.run();
        }
        return attempt;
    }

    /** Whether others wait for something to do, and this node does enough: then they have the first choice. */
    private boolean isForOthersFirst(ReadyQueue.Batch next) {
        if (load == null || !othersWait || load.running().size() < ENOUGH_RUNNING) {
            return false;
        }
        long left = next.since() + FIRST_CHOICE_MICROS - machinery.time().micros();
        if (left > 0 && waking.compareAndSet(false, true)) {
            machinery.time().after(Duration.ofNanos(left * 1_000), () -> {
                waking.set(false);
                machinery.worker().wake();
            });
        }
        return left > 0;
    }

    // ---- what became of them

    /** Another node runs it: it is no load of this one's. */
    void lent(Attempt attempt) {
        machinery.tell(attempt.execution, turn -> turn.touch(attempt.step));
    }

    /** An attempt is over, in whichever way. */
    void attemptOver(Attempt attempt) {
        if (load != null) {
            load.ended(attempt);
            loadChanged.run();
        }
    }

    /** What happened has been recorded. */
    void recorded() {
        loadChanged.run();
    }

    /** Says whether other nodes wait for something to do. */
    void setOthersWait(boolean newOthersWait) {
        othersWait = newOthersWait;
    }

    /** Has somebody told that all who wait here have been offered what is ready. */
    void watchOffers(Runnable watcher) {
        offered = watcher;
    }

    /** Has somebody told that a run has started, ended, or been recorded. */
    Load watchLoad(Runnable watcher) {
        loadChanged = watcher;
        return Objects.requireNonNull(load);
    }
}

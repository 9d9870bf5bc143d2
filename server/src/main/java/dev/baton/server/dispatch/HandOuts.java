package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunPolicy;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Assignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands ready runs to waiting workers. A worker on another host gets a run only after its lease is recorded. Safe from
 * any thread.
 */
final class HandOuts {

    private static final Logger LOG = LoggerFactory.getLogger(HandOuts.class);
    private static final int MOST_AT_ONCE = 100;

    private final Worker.Source source;
    private final Time time;
    private final DispatchThreads threads;
    private final Leases leases;
    private final LogSink log;
    private final Predicate<AttachedWorker> fresh;
    private final BiConsumer<ActiveLease, Run.Progress> onProgress;
    private volatile boolean passedOver;
    private final Queue<Poll> polls = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /**
     * The callbacks of hand-outs.
     *
     * @param fresh whether a worker was heard of within its lease
     * @param onProgress receives the progress of runs at intervals; must not block
     */
    record Around(LogSink log, Predicate<AttachedWorker> fresh, BiConsumer<ActiveLease, Run.Progress> onProgress) {}

    HandOuts(Worker.Source source, Time time, DispatchThreads threads, Leases leases, Around around) {
        this.source = source;
        this.time = time;
        this.threads = threads;
        this.leases = leases;
        this.log = around.log();
        this.fresh = around.fresh();
        this.onProgress = around.onProgress();
    }

    /** Completes when there are runs, or when patience has run out. Cancelling it withdraws the request. */
    CompletableFuture<List<Assignment>> claim(AttachedWorker worker, int most, Duration patience) {
        Poll poll = new Poll(worker, Math.max(1, Math.min(most, MOST_AT_ONCE)));
        Time.Timer end = time.after(patience, poll::giveUp);
        polls.add(poll);
        poll.whenOver(() -> {
            end.cancel();
            polls.remove(poll);
        });
        match();
        return poll.answer;
    }

    /** Reports that there may be runs for waiting workers, and matches them soon, on another thread. */
    void match() {
        if (!called.get() && called.compareAndSet(false, true)) {
            threads.execute(() -> {
                called.set(false);
                matchAll();
            });
        }
    }

    /** Matches again if a worker was passed over that drained or had not been heard of; that may be over by now. */
    void matchPassedOver() {
        if (passedOver) {
            match();
        }
    }

    /** Several threads may match at a time, each other requests: the guard of a run may block the one that asks it. */
    private void matchAll() {
        boolean anyPassedOver = false;
        for (Poll poll : polls) {
            if (poll.isWaiting()) {
                // If this process stood still, the worker may have registered again elsewhere, under another id.
                boolean isServed = poll.isOpen() && fresh.test(poll.worker);
                anyPassedOver |= !isServed;
                if (isServed && poll.beginMatch()) {
                    match(poll);
                }
            }
        }
        passedOver = anyPassedOver;
        threads.runOwn(source);
        source.offered();
    }

    private void match(Poll poll) {
        try {
            serve(poll);
        } finally {
            if (poll.endMatch()) {
                match();
            }
        }
    }

    /** The demands that waiting workers would take, one for each kind of worker. */
    List<Worker.FreePlaces> freePlaces() {
        return Poll.freePlaces(polls);
    }

    /** Whether a run with this demand needs a worker, and no worker that waits here would take it. */
    boolean spares(RunPolicy.Demand demand) {
        return Task.isDemand(demand) && polls.stream().noneMatch(poll -> poll.isOpen() && poll.worker.fits(demand));
    }

    /** A lease that is about to be sent to its worker. */
    private record HandOut(ActiveLease held, Assignment assignment) {}

    private void serve(Poll poll) {
        List<HandOut> given = new ArrayList<>();
        while (given.size() < poll.most) {
            Worker.Claim claim = source.claim(poll.worker::fits);
            if (claim == null) {
                break;
            }
            String id = LeaseId.of(claim.context()).toString();
            ActiveLease held = hold(Holder.of(id, poll.worker), poll.worker.local, claim);
            try {
                Task task = ((HasTask) claim.job().body()).task();
                given.add(new HandOut(held, Assignments.of(id, claim, task)));
                leases.add(held);
                claim.onStop(() -> stop(held));
            } catch (RuntimeException e) {
                claim.fail(e);
            }
        }
        given.removeIf(one -> !isStillHeld(one.held));
        if (given.isEmpty()) {
            return;
        }
        if (given.stream().anyMatch(one -> isToRecord(one.held))) {
            poll.serve();
            record(poll, given);
        } else {
            answer(poll, given);
        }
    }

    /**
     * Whether the owner of a run must know who has it, so that the next owner waits for its result: unless the worker
     * ends with the owner.
     */
    private static boolean isToRecord(ActiveLease held) {
        return !held.isLocal() || held.claim.isBorrowed();
    }

    /**
     * Whether the worker may still have a run: while the guard of the next one blocked, it may have been taken away and
     * given to another worker.
     */
    private boolean isStillHeld(ActiveLease held) {
        return held.claim.isTaken() || leases.find(held.id) == held;
    }

    private ActiveLease hold(Holder holder, boolean local, Worker.Claim claim) {
        return new ActiveLease(holder, local, claim, time.now(), onProgress);
    }

    /** Answers as soon as the leases are recorded, so that no run starts twice if this server crashes. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    private void record(Poll poll, List<HandOut> given) {
        List<CompletableFuture<Boolean>> recorded = given.stream()
                .map(one -> isToRecord(one.held)
                        ? one.held.claim.handOut(one.held.holder.text()).toCompletableFuture()
                        : CompletableFuture.completedFuture(null))
                .map(done -> done.handle((ok, moved) -> moved == null))
                .toList();
        CompletableFuture.allOf(recorded.toArray(CompletableFuture<?>[]::new))
                .whenComplete((done, failed) -> threads.execute(() -> {
                    List<HandOut> sure = new ArrayList<>();
                    for (int i = 0; i < given.size(); i++) {
                        HandOut one = given.get(i);
                        if (recorded.get(i).join() && isStillHeld(one.held)) {
                            sure.add(one);
                            if (one.held.claim.isTaken()) {
                                // The owner of the run holds the lease.
                                leases.remove(one.held);
                            }
                        } else if (leases.remove(one.held)) {
                            one.held.claim.handBack();
                        }
                    }
                    answer(poll, sure);
                }));
    }

    private void answer(Poll poll, List<HandOut> given) {
        boolean isHeard = poll.answer.complete(
                new ArrayList<>(given.stream().map(HandOut::assignment).toList()));
        if (!isHeard) {
            // The worker's patience has just run out, as if it had not asked.
            given.stream().map(HandOut::held).filter(leases::remove).forEach(held -> held.claim.handBack());
        }
    }

    /** Handles a lease whose run must stop, or belongs to another node. */
    private void stop(ActiveLease held) {
        if (held.claim.isTaken()) {
            // The worker goes on, and reports to the node that owns the run.
            leases.remove(held);
            held.endProgress();
            log.leave(held.run);
        } else {
            held.stop();
        }
    }

    /**
     * Adopts a run that a worker has had since before this server owned it.
     *
     * @param isLocal whether that is the worker in this process, which found a command of its predecessor
     */
    void adopt(Worker.Claim claim, Worker.Survivor survivor, boolean isLocal) {
        Optional<Holder> holder = Holder.parse(survivor.holder());
        if (holder.isEmpty()) {
            claim.lose("its node died, and nobody knows who had it");
            return;
        }
        ActiveLease held = hold(holder.get(), isLocal, claim);
        leases.add(held);
        if (!isLocal) {
            claim.handOut(survivor.holder());
        }
        claim.onStop(() -> stop(held));
        LOG.info(
                "run {} goes on at worker {}, under attempt {}",
                held.run,
                holder.get().name(),
                held.attempt);
    }

    /** Answers the requests of a worker that gets no more runs. */
    void giveUp(AttachedWorker worker) {
        polls.stream().filter(poll -> poll.worker == worker).forEach(Poll::giveUp);
    }

    /** Answers all waiting requests. */
    void close() {
        polls.forEach(Poll::giveUp);
    }
}

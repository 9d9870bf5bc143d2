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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands ready runs to workers that wait for some. A worker outside hears of a run once it is recorded that it has the
 * run. Safe from any thread.
 */
final class HandOuts {

    private static final Logger LOG = LoggerFactory.getLogger(HandOuts.class);
    private static final int MOST_AT_ONCE = 100;

    private final Worker.Source source;
    private final Time time;
    private final DispatchThreads threads;
    private final Leases leases;
    private final LogSink log;
    private final BiConsumer<ActiveLease, Run.Progress> onProgress;
    private final Queue<Poll> polls = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();

    /** @param onProgress is told how far runs are, now and then; must not wait */
    HandOuts(
            Worker.Source source,
            Time time,
            DispatchThreads threads,
            Leases leases,
            LogSink log,
            BiConsumer<ActiveLease, Run.Progress> onProgress) {
        this.source = source;
        this.time = time;
        this.threads = threads;
        this.leases = leases;
        this.log = log;
        this.onProgress = onProgress;
    }

    /** The answer is there when there is something to do, or patience has run out. Who cancels it has not asked. */
    CompletableFuture<List<Assignment>> claim(AttachedWorker worker, int most, Duration patience) {
        Poll poll = new Poll(worker, Math.max(1, Math.min(most, MOST_AT_ONCE)));
        if (worker.draining) {
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

    /** A lease that a worker is about to hear of. */
    private record Given(ActiveLease held, Assignment assignment) {}

    private void serve(Poll poll) {
        List<Given> given = new ArrayList<>();
        while (given.size() < poll.most) {
            Worker.Claim claim = source.claim(poll.worker::fits);
            if (claim == null) {
                break;
            }
            String id = LeaseId.of(claim.context()).toString();
            ActiveLease held = hold(Holder.of(id, poll.worker), poll.worker.local, claim);
            try {
                Task task = ((HasTask) claim.job().body()).task();
                given.add(new Given(held, Assignments.of(id, claim.context(), task)));
                leases.add(held);
                claim.onStop(() -> stop(held));
            } catch (RuntimeException e) {
                claim.fail(e);
            }
        }
        if (given.isEmpty()) {
            return;
        }
        if (poll.worker.local) {
            answer(poll, given);
        } else {
            poll.serve();
            record(poll, given);
        }
    }

    private ActiveLease hold(Holder holder, boolean local, Worker.Claim claim) {
        return new ActiveLease(holder, local, claim, time.now(), onProgress);
    }

    /** Answers as soon as it is recorded who has what: then no death of this server lets a run start twice. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is there for its effect
    private void record(Poll poll, List<Given> given) {
        List<CompletableFuture<Boolean>> recorded = given.stream()
                .map(one -> one.held.claim.handOut(one.held.holder.text()).toCompletableFuture())
                .map(done -> done.handle((ok, moved) -> moved == null))
                .toList();
        CompletableFuture.allOf(recorded.toArray(CompletableFuture<?>[]::new))
                .whenComplete((done, failed) -> threads.execute(() -> {
                    List<Given> sure = new ArrayList<>();
                    for (int i = 0; i < given.size(); i++) {
                        Given one = given.get(i);
                        if (recorded.get(i).join()) {
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

    private void answer(Poll poll, List<Given> given) {
        boolean isHeard = poll.answer.complete(
                new ArrayList<>(given.stream().map(Given::assignment).toList()));
        if (!isHeard) {
            // Its patience ran out just now: as if nobody had asked.
            given.stream().map(Given::held).filter(leases::remove).forEach(held -> held.claim.handBack());
        }
    }

    /** The run of a lease is to stop, or another node has it. */
    private void stop(ActiveLease held) {
        if (held.claim.isTaken()) {
            // The worker goes on, and reports to the node that has it.
            leases.remove(held);
            held.endProgress();
            log.leave(held.run);
        } else {
            held.stop();
        }
    }

    /**
     * Takes up a run again that a worker has had since before this server owned it.
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

    /** Answers the requests of a worker that is to have nothing. */
    void giveUp(AttachedWorker worker) {
        polls.stream().filter(poll -> poll.worker == worker).forEach(Poll::giveUp);
    }

    /** Answers all who wait. */
    void close() {
        polls.forEach(Poll::giveUp);
    }
}

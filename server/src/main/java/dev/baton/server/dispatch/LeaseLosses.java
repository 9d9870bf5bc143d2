package dev.baton.server.dispatch;

import dev.baton.spi.Time;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes leases away from workers that have left, have fallen silent or never got their run, so that the runs go to
 * others. A run that its worker may have begun uses up an attempt, and any other does not. Safe from any thread.
 */
final class LeaseLosses {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseLosses.class);

    private final WorkerDirectory directory;
    private final Leases leases;
    private final HandOuts handOuts;
    private final LogSink log;
    private final Duration lease;
    private final AtomicLong lost = new AtomicLong();

    /** @param lease for how long a worker may be silent */
    LeaseLosses(WorkerDirectory directory, Leases leases, HandOuts handOuts, LogSink log, Duration lease) {
        this.directory = directory;
        this.leases = leases;
        this.handOuts = handOuts;
        this.log = log;
        this.lease = lease;
    }

    /** How many leases were lost so far. */
    long count() {
        return lost.get();
    }

    /**
     * Takes away the leases of workers that have fallen silent.
     *
     * @param told told of each of these workers before its runs go to others
     */
    void loseSilent(Consumer<AttachedWorker> told) {
        for (AttachedWorker worker : directory.all()) {
            long given = leases.of(worker.id).stream()
                    .mapToLong(held -> Time.toMicros(held.since))
                    .max()
                    .orElse(0);
            if (directory.isSilent(worker, given) && directory.remove(worker)) {
                String why =
                        "worker " + worker.introduction.name() + " sent no heartbeat for " + Durations.format(lease);
                LOG.warn("{}: its runs are given to others", why);
                told.accept(worker);
                giveUp(worker, why);
            }
        }
    }

    /**
     * Takes away leases that nobody speaks for: an answer to a claim may get lost on its way, and the worker of a run that
     * was taken over may be gone.
     */
    void loseUnheard() {
        for (ActiveLease held : leases.all()) {
            AttachedWorker worker = directory.find(held.worker);
            long since = Time.toMicros(held.since);
            if (worker == null) {
                if (directory.hasLeft(held.worker)) {
                    giveBack(held);
                } else if (directory.isOverdue(since) && lose(held, "its worker is gone")) {
                    LOG.warn("run {} was at a worker that is gone: it is given to another", held.run);
                }
            } else if (!worker.named().contains(held.id)
                    && worker.seenMicros() - since > Time.toMicros(lease)
                    && directory.isOverdue(since)
                    && giveBack(held)) {
                LOG.warn("run {} never reached its worker: it is given to another", held.run);
            }
        }
    }

    /** Gives away the runs of a worker that left or was lost at another server. */
    void goneElsewhere(AttachedWorker worker) {
        if (directory.hasLeft(worker.id)) {
            giveBack(worker);
        } else {
            giveUp(worker, "worker " + worker.introduction.name() + " is gone");
        }
    }

    /**
     * Gives back the runs of a worker that has left in order. It has handed back those that it knew of: the others were
     * given to a request that it no longer waited for.
     */
    void giveBack(AttachedWorker worker) {
        handOuts.giveUp(worker);
        leases.of(worker.id).forEach(this::giveBack);
    }

    /** Takes a lease away whose run was not begun, which uses up no attempt. Returns whether it was held. */
    private boolean giveBack(ActiveLease held) {
        boolean was = leases.remove(held);
        if (was) {
            held.endProgress();
            log.leave(held.run);
            held.claim.handBack();
        }
        return was;
    }

    private void giveUp(AttachedWorker worker, String why) {
        handOuts.giveUp(worker);
        leases.of(worker.id).forEach(held -> lose(held, why));
    }

    /** Takes a lease away, and lets the run be tried again. Returns whether it was held. */
    boolean lose(ActiveLease held, String why) {
        boolean was = leases.remove(held);
        if (was) {
            lost.incrementAndGet();
            held.endProgress();
            log.leave(held.run);
            held.claim.lose(why);
        }
        return was;
    }
}

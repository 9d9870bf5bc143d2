package dev.baton.internal.cluster;

import dev.baton.internal.run.Load;
import dev.baton.internal.run.ReadyRuns;
import dev.baton.spi.Claimable;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Claims executions without an owner, a few at a time: as many as this node can finish in a moment, so that other nodes
 * find some as well. Safe from any thread.
 */
final class Claimer {

    private static final int MOST_TIMES = 64;

    /** How soon this node finds out that a line became short without a run that ended here. */
    private static final Duration HOLDING_BACK = Duration.ofMillis(250);

    /** How many executions are claimed at a time while memory is full of those that only wait. */
    private static final int FEW = 200;

    private static final Duration SHORT_PAUSE = Duration.ofSeconds(1);

    private final Store store;
    private final ReadyRuns ready;
    private final Load load;
    private final Pace pace;
    private final IntSupplier backlog;
    private final Taker taker;
    private final AtomicBoolean called = new AtomicBoolean();
    private final ReentrantLock taking = new ReentrantLock();

    /** The last claim returned as many executions as it could. */
    private volatile boolean moreExpected;

    /** Some executions were not claimable because this node has enough of their kind. */
    private volatile boolean holdingBack;

    /** Whether a timer is set that looks whether those are fewer. */
    private final AtomicBoolean watching = new AtomicBoolean();

    private Time.Timer nextDue = () -> {};

    /** Nothing is claimed for a while: what was claimed last only waits, and has yet to be put to sleep. */
    private volatile boolean pausing;

    /** Accepts claimed executions. */
    interface Taker {

        /** The executions that this node can claim, in parts that are claimed one after another. */
        List<Claimable> claimable();

        /** Continues claimed executions. */
        void take(List<Store.Stored> taken);

        /** Whether there may be executions that are not claimable only because this node has enough of their kind. */
        boolean isHoldingBack();

        /** Whether memory holds many executions, some of which may soon be put to sleep. */
        boolean isFull();

        /** It is not known whether something was taken. */
        void inDoubt();
    }

    /**
     * Makes a claimer.
     *
     * @param backlog the number of changes that wait to be recorded
     */
    Claimer(Store store, ReadyRuns ready, Load load, IntSupplier backlog, Taker taker) {
        this.store = store;
        this.ready = ready;
        this.load = load;
        this.pace = new Pace(load, ready.services().time());
        this.backlog = backlog;
        this.taker = taker;
    }

    /** Claims soon, on another thread. */
    void look() {
        if (!called.get() && called.compareAndSet(false, true)) {
            ready.later(this::take);
        }
    }

    /** Reports that a run has ended or was recorded: there may be room for more. */
    void runEnded() {
        boolean more = moreExpected || (holdingBack && !taker.isHoldingBack());
        if (more && load.waiting() <= pace.perMoment() / 2 && backlog.getAsInt() < Pace.MOST) {
            pace.end();
            look();
        }
    }

    /** Whether this node can start new work at once. */
    boolean hasRoom() {
        pace.update();
        return load.waiting() + load.running().size() < pace.perMoment();
    }

    /** Claims as many executions as there is room for, on the caller's thread. */
    void takeNow() {
        take();
    }

    /**
     * Runs an action while no claim is in progress. A thread that has read an execution must register it before another
     * thread reads it: otherwise one would continue from a state that the other has changed meanwhile.
     */
    <T extends @Nullable Object> T alone(Supplier<T> what) {
        taking.lock();
        try {
            return what.get();
        } finally {
            taking.unlock();
        }
    }

    private void take() {
        // One claim at a time: several would also slow down the recording of changes.
        taking.lock();
        try {
            called.set(false);
            if (!ready.isAccepting()) {
                // Claims once the scheduler is started.
                return;
            }
            pace.update();
            boolean more = !pausing;
            int times = 1;
            while (more && ready.isAccepting()) {
                boolean full = taker.isFull();
                int room = full ? Math.min(room(), FEW) : room() * times;
                long before = load.sum();
                List<Store.Stored> taken = room > 0 ? claim(room) : List.of();
                pace.begin();
                taker.take(taken);
                more = room > 0 && taken.size() >= room;
                moreExpected = more || room <= 0;
                // Executions that wait for a time, a person or a permit are no work for this node's worker.
                boolean isWork = load.sum() - before > taken.size() / 2;
                times = isWork ? 1 : Math.min(times * 2, MOST_TIMES);
                if (full && more && !isWork) {
                    pause();
                    more = false;
                }
            }
            if (!moreExpected) {
                lookWhenDue();
            } else if (!pausing && room() > 0) {
                // The run that made room ended before this node said that it waits for one to end.
                look();
            }
            holdingBack = false;
            if (taker.isHoldingBack()) {
                holdBack();
            }
        } catch (StoreUnavailableException e) {
            // The next heartbeat finds the execution, and claims again.
            moreExpected = true;
            taker.inDoubt();
        } catch (FencedException e) {
            moreExpected = true;
        } catch (RuntimeException | Error e) {
            // What was claimed may not have been read: it is looked for, one execution after another.
            taker.inDoubt();
            throw e;
        } finally {
            taking.unlock();
        }
    }

    private void pause() {
        pausing = true;
        time().after(SHORT_PAUSE, () -> {
            pausing = false;
            look();
        });
    }

    /** There may be executions that enough others of their kind keep from being claimed: looks again when those are fewer. */
    void holdBack() {
        holdingBack = true;
        if (watching.compareAndSet(false, true)) {
            time().after(HOLDING_BACK, this::lookOnceFewer);
        }
    }

    private void lookOnceFewer() {
        watching.set(false);
        if (!taker.isHoldingBack()) {
            look();
        } else if (ready.isAccepting()) {
            holdBack();
        }
    }

    /**
     * The parts of what this node can claim that include something. No claim makes the executions of an empty part due:
     * the store would answer with the same past time however often it is asked for their next.
     */
    private List<Claimable> claimable() {
        return taker.claimable().stream()
                .filter(claimable -> !claimable.isEmpty())
                .toList();
    }

    private List<Store.Stored> claim(int most) {
        List<Store.Stored> claimed = new ArrayList<>();
        for (Claimable claimable : claimable()) {
            if (claimed.size() < most) {
                claimed.addAll(store.claim(claimable, time().micros(), most - claimed.size()));
            }
        }
        return claimed;
    }

    /** Delayed executions stay in the store: one timer fires when the next of them becomes due. */
    private void lookWhenDue() {
        nextDue.cancel();
        claimable().stream()
                .mapToLong(store::nextDue)
                .filter(due -> due != 0 && due != Long.MAX_VALUE)
                .min()
                .ifPresent(due -> nextDue = time().at(Time.toInstant(due), this::look));
    }

    private Time time() {
        return ready.services().time();
    }

    /**
     * How many more executions this node can claim: as many as its worker has threads for, plus a moment's work ahead;
     * none while recording is behind.
     */
    private int room() {
        if (backlog.getAsInt() >= Pace.MOST) {
            return 0;
        }
        int waiting = load.waiting();
        int atOnce = pace.perMoment();
        if (waiting > atOnce / 2) {
            // Claiming many at a time costs little more than claiming a few.
            return 0;
        }
        int ahead = atOnce - waiting;
        // Bodies so short that more of them end in a moment than can run at a time do not wait for a thread.
        int places = Math.max(ready.worker().capacity(), atOnce);
        int free = places - load.running().size() - waiting;
        return Math.min(ahead, free);
    }
}

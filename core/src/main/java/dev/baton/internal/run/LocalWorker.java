package dev.baton.internal.run;

import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The worker inside the process. A lane is a thread that runs one body after another as long as any is ready. Each
 * starts the next while there is more to do, and no lane is started while another has not begun, so bodies that block or
 * compute get as many lanes as they need, and no more than fit the cores where threads do not wait for a core by
 * themselves.
 *
 * <p>Bodies so short that handing them out costs more than running them are left to one lane, the express lane: a second
 * one would only get in its way. Should its body block after all, no run is taken for a moment, and others are started.
 */
public final class LocalWorker implements Worker {

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Duration STALL = Duration.ofMillis(1);

    /** A lane that executes this many runs in less than that many microseconds is an express lane. */
    private static final int EXPRESS_RUNS = 64;

    private static final long EXPRESS_MICROS = 192;

    private static final long LINGER_NANOS = 100_000;

    /** Takes some tens of microseconds. */
    private static final int SPINS = 1_000;

    private final Source source;
    private final Time time;
    private final int most;
    private final int startedAtOnce;
    private final ExecutorService threads;
    private final CallbackThreads callbacks;

    private final AtomicInteger lanes = new AtomicInteger();
    /** Lanes that were started and have not begun, since no core was free: more of them would not begin sooner. */
    private final AtomicInteger starting = new AtomicInteger();
    /** Lanes that look for a run: no other need be woken while there is one. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicReference<@Nullable Lane> express = new AtomicReference<>();
    private final AtomicBoolean watching = new AtomicBoolean();
    /** Whether a run was taken since it was last watched for. Not a count: all lanes would write to it for every run. */
    private volatile boolean taken;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition laneEnded = lock.newCondition();

    LocalWorker(Source source, Time time, int most, ExecutorService threads) {
        this.source = source;
        this.time = time;
        this.threads = threads;
        this.callbacks = new CallbackThreads(time);
        this.most = most;
        this.startedAtOnce = BodyThreads.areVirtual() ? most : Math.min(most, CORES);
    }

    /** As many lanes as are needed, but no more than this. */
    public static Factory upTo(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least one body must be able to run at a time, not " + most);
        }
        return (source, time) -> new LocalWorker(source, time, most, BodyThreads.newExecutor("baton-run-"));
    }

    /** As many lanes as are needed on virtual threads, and up to 256 where there are none. */
    public static Factory standard() {
        return upTo(BodyThreads.areVirtual() ? Integer.MAX_VALUE : 256);
    }

    @Override
    public void wake() {
        if (waiting.get() > 0) {
            return;
        }
        int now = lanes.get();
        if (now > 0 && express.get() != null) {
            watchForStall();
        } else if (now < startedAtOnce) {
            startLanes(1);
        } else if (now < most) {
            watchForStall();
        }
    }

    /** Whether another lane looks for runs, or the only lane is watched: then nothing follows from a ready run. */
    private boolean isOthersBusiness() {
        return waiting.get() > 0 || (watching.get() && express.get() != null);
    }

    @Override
    public int capacity() {
        return most;
    }

    private void startLanes(int wanted) {
        int more = Math.min(wanted, most - lanes.get());
        if (more > 0 && starting.get() == 0 && starting.compareAndSet(0, more)) {
            lanes.addAndGet(more);
            int left = more;
            try {
                for (; left > 0; left--) {
                    threads.execute(new Lane());
                }
            } catch (RejectedExecutionException e) {
                // Closed meanwhile.
            } finally {
                for (; left > 0; left--) {
                    starting.decrementAndGet();
                    laneEnded();
                }
            }
        }
    }

    private final class Lane implements Runnable {

        private int runs;
        private long since;

        @Override
        public void run() {
            // Before looking for work: a thread that adds work from here on may start another lane.
            starting.decrementAndGet();
            since = time.micros();
            try {
                Claim claim = next();
                while (claim != null) {
                    claim.run();
                    claim = isOneTooMany() ? null : nextOrWait();
                }
            } finally {
                express.compareAndSet(this, null);
                laneEnded();
            }
            // A run added while this lane was leaving may have found it still there.
            if (source.hasReady()) {
                wake();
            }
        }

        /** Waits briefly before it gives up: the next run often comes soon, and starting a lane costs more. */
        private @Nullable Claim nextOrWait() {
            Claim claim = next();
            if (claim == null) {
                long from = time.micros();
                waiting.incrementAndGet();
                for (int i = 0; i < SPINS && !source.hasReady(); i++) {
                    Thread.onSpinWait();
                }
                waiting.decrementAndGet();
                // The waiting time says nothing about the length of the runs.
                since += time.micros() - from;
                claim = next();
            }
            return claim;
        }

        private @Nullable Claim next() {
            Claim claim = source.claim();
            if (claim != null) {
                if (!taken) {
                    taken = true;
                }
                if (!isOthersBusiness() && source.hasReady()) {
                    wake();
                }
            }
            return claim;
        }

        /**
         * Tries to become the express lane if its runs are that short; if there is one already, this lane is not
         * needed.
         */
        private boolean isOneTooMany() {
            if (++runs < EXPRESS_RUNS) {
                return false;
            }
            long now = time.micros();
            boolean isShort = now - since < EXPRESS_MICROS;
            runs = 0;
            since = now;
            if (!isShort) {
                express.compareAndSet(this, null);
                return false;
            }
            return express.get() != this && !express.compareAndSet(null, this);
        }
    }

    private void watchForStall() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            taken = false;
            time.after(STALL, () -> {
                watching.set(false);
                if (source.hasReady()) {
                    if (!taken) {
                        startMore();
                    }
                    watchForStall();
                }
            });
        }
    }

    /** Starts more lanes because no lane takes the ready runs. None of them is express. */
    private void startMore() {
        express.set(null);
        int now = lanes.get();
        // Below the limit each lane starts the next one as it begins; above it nobody does, so there are twice as many.
        startLanes(now < startedAtOnce ? 1 : now);
    }

    @Override
    public void execute(Runnable task) {
        callbacks.execute(task);
    }

    @Override
    public void linger() {
        LockSupport.parkNanos(LINGER_NANOS);
    }

    private void laneEnded() {
        lanes.decrementAndGet();
        lock.lock();
        try {
            laneEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        long left = TimeUnit.MICROSECONDS.toNanos(Time.toMicros(atMost));
        lock.lock();
        try {
            while (lanes.get() > 0 && left > 0) {
                left = laneEnded.awaitNanos(left);
            }
            return lanes.get() == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        // Listeners receive the last events, but a listener that blocks does not delay the end of the program.
        callbacks.close();
    }
}

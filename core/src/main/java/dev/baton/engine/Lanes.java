package dev.baton.engine;

import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker inside the process. A lane is a thread that runs one body after another as long as any is ready. At most one
 * lane is being started at a time, and each starts the next while there is more to do: short bodies share the lanes that
 * there are, and blocking ones get as many as they need.
 *
 * <p>Virtual threads wait for a free core by themselves. Platform threads would all be started at once and crowd the
 * cores, so beyond one lane a core more are started only when no lane has taken a run for a moment.
 */
public final class Lanes implements Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Duration STALL = Duration.ofMillis(1);

    private final Source source;
    private final Time time;
    private final int most;
    private final int startedAtOnce;
    private final ExecutorService threads = BodyThreads.newExecutor("baton-run-");
    private final ExecutorService callbackThreads = BodyThreads.newExecutor("baton-call-");
    private final AtomicBoolean starting = new AtomicBoolean();
    private final AtomicInteger lanes = new AtomicInteger();
    private final LongAdder claims = new LongAdder();
    private final AtomicBoolean watching = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition laneEnded = lock.newCondition();

    Lanes(Source source, Time time, int most) {
        this.source = source;
        this.time = time;
        this.most = most;
        this.startedAtOnce = BodyThreads.areVirtual() ? most : Math.min(most, CORES);
    }

    /** As many lanes as are needed, but no more than this. */
    public static Factory upTo(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least one body must be able to run at a time, not " + most);
        }
        return (source, time) -> new Lanes(source, time, most);
    }

    /** As many lanes as are needed on virtual threads, and up to 256 where there are none. */
    public static Factory standard() {
        return upTo(BodyThreads.areVirtual() ? Integer.MAX_VALUE : 256);
    }

    @Override
    public void wake() {
        int now = lanes.get();
        if (now < startedAtOnce) {
            startLane();
        } else if (now < most) {
            watchForStall();
        }
    }

    private void startLane() {
        if (!starting.get() && starting.compareAndSet(false, true)) {
            lanes.incrementAndGet();
            try {
                threads.execute(this::runLane);
            } catch (RejectedExecutionException e) {
                starting.set(false);
                laneEnded();
            }
        }
    }

    private void runLane() {
        // Before looking for work: whoever adds some from here on may start another lane.
        starting.set(false);
        try {
            Claim claim = next();
            while (claim != null) {
                claim.run();
                claim = next();
            }
        } finally {
            laneEnded();
        }
        // What was added while this lane was leaving may have found the lanes at their limit.
        if (source.hasReady()) {
            wake();
        }
    }

    private @Nullable Claim next() {
        Claim claim = source.claim();
        if (claim != null) {
            claims.increment();
            if (source.hasReady()) {
                wake();
            }
        }
        return claim;
    }

    private void watchForStall() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            long before = claims.sum();
            time.after(STALL, () -> {
                watching.set(false);
                if (source.hasReady()) {
                    boolean stalled = claims.sum() == before;
                    for (int more = lanes.get(); stalled && more > 0 && lanes.get() < most; more--) {
                        starting.set(false);
                        startLane();
                    }
                    watchForStall();
                }
            });
        }
    }

    @Override
    public void execute(Runnable task) {
        try {
            callbackThreads.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: a callback is not called");
        }
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
        callbackThreads.shutdown();
        try {
            // Listeners are told the last events, but a listener that blocks does not hold up the end of the program.
            if (!callbackThreads.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.warn("a listener or callback still runs; closing all the same");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.baton.internal.time;

import dev.baton.spi.Time;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The system time. Instants use the wall clock, delays the monotonic clock, each with its own heap and one thread for
 * both. The thread keeps the program alive until {@link #close}, as a scheduler should.
 */
public final class SystemTime implements Time {

    private static final Logger LOG = LoggerFactory.getLogger(SystemTime.class);

    /** How long a jump of the wall clock (a correction, a suspended machine) can go unnoticed. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Clock wall;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TimerHeap byWallClock = new TimerHeap();
    private final TimerHeap byDelay = new TimerHeap();
    private @Nullable Thread thread;
    private boolean closed;

    /** How far the wall clock is ahead of the monotonic one, in microseconds; measured again at least every second. */
    private volatile long wallOffset;

    /** Uses the machine's clock. */
    public SystemTime() {
        this(Clock.systemUTC());
    }

    /** Uses another wall clock. */
    public SystemTime(Clock wall) {
        this.wall = wall;
        this.wallOffset = measureWallOffset();
    }

    @Override
    public boolean isFromClock() {
        return true;
    }

    /** The wall clock computed from the monotonic one, which is twice as fast to read and never jumps. */
    @Override
    public long micros() {
        return System.nanoTime() / 1_000 + wallOffset;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    private long measureWallOffset() {
        Instant now = wall.instant();
        return now.getEpochSecond() * 1_000_000L + now.getNano() / 1_000 - System.nanoTime() / 1_000;
    }

    @Override
    public Timer at(Instant instant, Runnable task) {
        return add(byWallClock, Time.toMicros(instant), task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return add(byDelay, System.nanoTime() / 1_000 + Time.toMicros(delay), task);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(Time.toMicros(duration));
    }

    @Override
    public boolean await(Future<?> done, Duration atMost) throws InterruptedException {
        try {
            done.get(Time.toMicros(atMost), TimeUnit.MICROSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException | CancellationException e) {
            return true;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private Timer add(TimerHeap heap, long due, Runnable task) {
        TimerHeap.Entry entry = new TimerHeap.Entry(task) {
            @Override
            public void cancel() {
                lock.lock();
                try {
                    heap.remove(this);
                } finally {
                    lock.unlock();
                }
            }
        };
        lock.lock();
        try {
            boolean first = due < heap.nextDue();
            heap.add(entry, due);
            if (thread == null && !closed) {
                thread = new Thread(this::callTasks, "baton-time");
                thread.start();
            } else if (first) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        return entry;
    }

    private void callTasks() {
        Runnable task = nextTask();
        while (task != null) {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("a timer's task failed; the others go on", e);
            }
            task = nextTask();
        }
    }

    /** Waits for the next task that is due; null once closed. */
    private @Nullable Runnable nextTask() {
        lock.lock();
        try {
            while (!closed) {
                refreshWallOffset();
                long wallNow = micros();
                long delayNow = System.nanoTime() / 1_000;
                TimerHeap.Entry due = byDelay.poll(delayNow);
                if (due == null) {
                    due = byWallClock.poll(wallNow);
                }
                if (due != null) {
                    return due.task();
                }
                long wait = LONGEST_WAIT_NANOS;
                wait = Math.min(wait, nanosUntil(byWallClock, wallNow));
                wait = Math.min(wait, nanosUntil(byDelay, delayNow));
                await(wait);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void refreshWallOffset() {
        long measured = measureWallOffset();
        // The measurement is exact to a microsecond or two; time should not jitter because of that.
        if (Math.abs(measured - wallOffset) > 10) {
            wallOffset = measured;
        }
    }

    private static long nanosUntil(TimerHeap heap, long nowMicros) {
        return heap.isEmpty() ? Long.MAX_VALUE : Math.min(heap.nextDue() - nowMicros, 1_000_000) * 1_000;
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await(long nanos) {
        try {
            changed.awaitNanos(nanos);
        } catch (InterruptedException e) {
            // Only close() ends this thread; other interrupts are ignored.
            LOG.debug("the timer thread was interrupted and goes on");
        }
    }
}

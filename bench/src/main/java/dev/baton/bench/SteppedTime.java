package dev.baton.bench;

import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A time that stands still until it is moved, so that an hour of schedules takes as long as the work in it. */
final class SteppedTime implements Time {

    private static final Comparator<Task> BY_DUE =
            Comparator.comparingLong((Task task) -> task.due).thenComparingLong(task -> task.order);

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(BY_DUE);
    private volatile long now;
    private long sequence;

    SteppedTime(Instant start) {
        this.now = Time.toMicros(start);
    }

    /**
     * Moves on, and calls what is due on the way on this thread. Answers how many tasks that were set for an instant, as
     * fires are, and not for after a while.
     */
    int advance(Duration by) {
        long end = now + by.toNanos() / 1_000;
        int called = 0;
        Task task = poll(end);
        while (task != null) {
            now = Math.max(now, task.due);
            task.task.run();
            called += task.isForInstant ? 1 : 0;
            task = poll(end);
        }
        now = end;
        return called;
    }

    private synchronized @Nullable Task poll(long end) {
        Task first = tasks.peek();
        while (first != null && first.due <= end) {
            tasks.remove();
            if (!first.cancelled) {
                return first;
            }
            first = tasks.peek();
        }
        return null;
    }

    @Override
    public long micros() {
        return now;
    }

    @Override
    public Timer at(Instant instant, Runnable task) {
        return add(Time.toMicros(instant), true, task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return add(now + delay.toNanos() / 1_000, false, task);
    }

    private synchronized Timer add(long due, boolean isForInstant, Runnable task) {
        Task added = new Task(due, isForInstant, sequence++, task);
        tasks.add(added);
        return added;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }

    @Override
    public boolean await(Future<?> done, Duration atMost) throws InterruptedException {
        try {
            done.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
        return true;
    }

    @Override
    public synchronized void close() {
        tasks.clear();
    }

    private static final class Task implements Timer {

        private final long due;
        private final boolean isForInstant;
        private final long order;
        private final Runnable task;
        private volatile boolean cancelled;

        Task(long due, boolean isForInstant, long order, Runnable task) {
            this.due = due;
            this.isForInstant = isForInstant;
            this.order = order;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}

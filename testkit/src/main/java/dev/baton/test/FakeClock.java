package dev.baton.test;

import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A clock that moves only when a test advances it. Tasks that fall due on the way run at their own time, in order, on
 * the thread that advances the clock. Only one thread may advance it; it wakes bodies that sleep.
 *
 * <pre>{@code
 * FakeClock clock = new FakeClock(Instant.parse("2026-01-01T00:00:00Z"));
 * clock.after(Duration.ofHours(1), () -> System.out.println("it is one o'clock"));
 * clock.advance(Duration.ofDays(1));
 * }</pre>
 */
public final class FakeClock implements Time {

    private static final Comparator<Task> BY_DUE =
            Comparator.comparingLong((Task t) -> t.due).thenComparingLong(t -> t.order);

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(BY_DUE);
    private final Stage stage = new Stage(this);
    private volatile long now;
    private long sequence;

    /** A clock that starts at this instant. */
    public FakeClock(Instant start) {
        this.now = Time.toMicros(start);
    }

    @Override
    public long micros() {
        return now;
    }

    @Override
    public Timer at(Instant instant, Runnable task) {
        return add(Time.toMicros(instant), task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return add(now + Time.toMicros(delay), task);
    }

    /** Called by a body, waits until the clock has advanced that far; called by a test, advances the clock. */
    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (stage.isBody()) {
            stage.sleep(duration);
        } else {
            advance(duration);
        }
    }

    /**
     * Called by a body, waits for the future or the clock; called by a test, advances the clock until the future is
     * done.
     */
    @Override
    public boolean await(Future<?> done, Duration atMost) throws InterruptedException {
        long end = now + Time.toMicros(atMost);
        if (stage.isBody()) {
            while (!done.isDone() && now < end) {
                stage.sleep(Duration.ofMillis(1));
            }
            return done.isDone();
        }
        stage.settle();
        while (!done.isDone() && step(end)) {
            stage.settle();
        }
        if (!done.isDone()) {
            now = Math.max(now, end);
        }
        return done.isDone();
    }

    /** Real time: only the leases of stores use it, and stores have their own clocks. */
    @Override
    public long nanos() {
        return System.nanoTime();
    }

    /** Does what there is to do at this moment, without advancing the clock. */
    public void settle() {
        stage.settle();
    }

    /** Advances the clock by this duration. */
    public void advance(Duration duration) {
        advanceTo(now().plus(duration));
    }

    /** Advances the clock to this instant. */
    public void advanceTo(Instant instant) {
        long end = Time.toMicros(instant);
        if (end < now) {
            throw new IllegalArgumentException("the clock stands at " + now() + " and does not go back to " + instant);
        }
        stage.settle();
        while (step(end)) {
            stage.settle();
        }
        now = Math.max(now, end);
    }

    /**
     * Jumps ahead, like a machine that wakes from sleep: nothing runs on the way, and overdue tasks all run at the new
     * time.
     */
    public void jump(Duration duration) {
        stage.settle();
        Instant later = now().plus(duration);
        now = Time.toMicros(later);
        advanceTo(later);
    }

    @Override
    public void close() {
        synchronized (tasks) {
            tasks.clear();
        }
        stage.close();
    }

    /** Runs the next task that is due by the end, if there is one. */
    private boolean step(long end) {
        Task next;
        synchronized (tasks) {
            next = firstTask();
            if (next == null || next.due > end) {
                return false;
            }
            tasks.remove();
        }
        now = Math.max(now, next.due);
        next.task.run();
        return true;
    }

    /**
     * The first task that was not cancelled. Cancelled tasks are dropped here rather than searched for when they are
     * cancelled.
     */
    private @Nullable Task firstTask() {
        Task next = tasks.peek();
        while (next != null && next.cancelled) {
            tasks.remove();
            next = tasks.peek();
        }
        return next;
    }

    Stage stage() {
        return stage;
    }

    private Timer add(long due, Runnable task) {
        synchronized (tasks) {
            Task added = new Task(due, sequence++, task);
            tasks.add(added);
            return () -> added.cancelled = true;
        }
    }

    @Override
    public String toString() {
        return "clock at " + now();
    }

    private static final class Task {

        final long due;
        final long order;
        final Runnable task;
        volatile boolean cancelled;

        Task(long due, long order, Runnable task) {
            this.due = due;
            this.order = order;
            this.task = task;
        }
    }

    @Nullable Instant nextTimer() {
        synchronized (tasks) {
            Task next = firstTask();
            return next == null ? null : Time.toInstant(next.due);
        }
    }
}

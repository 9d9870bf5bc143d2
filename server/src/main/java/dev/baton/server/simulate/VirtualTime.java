package dev.baton.server.simulate;

import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A virtual clock that advances as soon as nothing is left to do at the current instant. Everything happens on the
 * thread that advances it, which is the only one that may use it.
 */
final class VirtualTime implements Time {

    private static final Comparator<Task> BY_DUE =
            Comparator.comparingLong((Task task) -> task.due).thenComparingLong(task -> task.order);

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(BY_DUE);
    private final Deque<Runnable> soon = new ArrayDeque<>();
    private final Budget budget;
    private long now;
    private long sequence;
    private boolean stopped;

    /**
     * @param budget counts every event, and ends the simulation by an exception
     */
    VirtualTime(Instant start, Budget budget) {
        this.now = Time.toMicros(start);
        this.budget = budget;
    }

    /** Stops all events, so that the engine can be closed. */
    void stop() {
        stopped = true;
        tasks.clear();
        soon.clear();
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

    private Timer add(long due, Runnable task) {
        if (stopped) {
            return () -> {};
        }
        Task added = new Task(due, sequence++, task);
        tasks.add(added);
        return () -> added.cancelled = true;
    }

    /** Runs a task before time advances, in the order of the calls. */
    void soon(Runnable task) {
        if (!stopped) {
            soon.add(task);
        }
    }

    /** Advances to an instant and runs all tasks on the way. */
    void advanceTo(Instant instant) {
        long end = Time.toMicros(instant);
        boolean more = true;
        while (more) {
            more = step(end);
        }
        now = Math.max(now, end);
    }

    /** Advances to the next event, unless that is later than an instant. Returns whether there was one. */
    boolean step(Instant latest) {
        return step(Time.toMicros(latest));
    }

    private boolean step(long latest) {
        settle();
        Task next = first();
        if (next == null || next.due > latest) {
            return false;
        }
        budget.event(now());
        tasks.remove();
        now = Math.max(now, next.due);
        next.task.run();
        settle();
        return true;
    }

    private void settle() {
        for (Runnable task = soon.poll(); task != null; task = soon.poll()) {
            budget.event(now());
            task.run();
        }
    }

    /** Cancelled timers are dropped here rather than searched for when they are cancelled. */
    private @Nullable Task first() {
        Task next = tasks.peek();
        while (next != null && next.cancelled) {
            tasks.remove();
            next = tasks.peek();
        }
        return next;
    }

    @Override
    public void sleep(Duration duration) {
        advanceTo(now().plus(duration));
    }

    @Override
    public boolean await(Future<?> done, Duration atMost) {
        Instant end = now().plus(atMost);
        boolean more = true;
        while (more && !done.isDone()) {
            more = step(end);
        }
        return done.isDone();
    }

    @Override
    public void close() {
        tasks.clear();
        soon.clear();
    }

    private static final class Task {

        final long due;
        final long order;
        final Runnable task;
        boolean cancelled;

        Task(long due, long order, Runnable task) {
            this.due = due;
            this.order = order;
            this.task = task;
        }
    }
}

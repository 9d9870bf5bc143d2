package dev.baton.test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets one party run at a time: the test's thread, or one body. A body has its own thread, so that it can sleep on the
 * fake clock, but it only runs while the test's thread waits for it.
 */
final class Stage {

    /** Real time, for bodies that block on anything but the clock: the test should fail, not hang. */
    private static final int PATIENCE_SECONDS = 20;

    private final FakeClock clock;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Deque<Actor> toWake = new ArrayDeque<>();
    private final Deque<Actor> idle = new ArrayDeque<>();
    private final List<Actor> all = new ArrayList<>();
    private final Map<Thread, Actor> byThread = new ConcurrentHashMap<>();
    private final Semaphore director = new Semaphore(0);
    private Runnable work = () -> {};
    private boolean settling;

    Stage(FakeClock clock) {
        this.clock = clock;
    }

    /** Sets the action that looks for work when the stage settles. */
    void work(Runnable newWork) {
        work = newWork;
    }

    boolean isBody() {
        return byThread.containsKey(Thread.currentThread());
    }

    /**
     * Does all work that is due now. A call from a body, or from within this method, returns at once and leaves the
     * work to the running call.
     */
    void settle() {
        if (settling || isBody()) {
            return;
        }
        settling = true;
        try {
            boolean busy;
            do {
                busy = runTasks();
                busy |= wakeSleepers();
                work.run();
            } while (busy || !pendingIsEmpty());
        } finally {
            settling = false;
        }
    }

    private boolean pendingIsEmpty() {
        synchronized (tasks) {
            return tasks.isEmpty() && toWake.isEmpty();
        }
    }

    private boolean runTasks() {
        boolean any = false;
        Runnable task = next(tasks);
        while (task != null) {
            any = true;
            task.run();
            task = next(tasks);
        }
        return any;
    }

    private boolean wakeSleepers() {
        boolean any = false;
        Actor actor = next(toWake);
        while (actor != null) {
            any = true;
            letAct(actor);
            actor = next(toWake);
        }
        return any;
    }

    private <T> @Nullable T next(Deque<T> queue) {
        synchronized (tasks) {
            return queue.poll();
        }
    }

    /** Queues a task for the test's thread. */
    void later(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
        }
    }

    /** Calls a body on its own thread, and returns when the body has returned or sleeps. */
    void act(String name, Runnable body) {
        Actor actor = idle.isEmpty() ? new Actor() : idle.pop();
        actor.name = name;
        actor.body = body;
        letAct(actor);
    }

    private void letAct(Actor actor) {
        actor.turn.release();
        try {
            if (!director.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        actor.name + " has neither returned nor slept by the scheduler's clock for " + PATIENCE_SECONDS
                                + " seconds of real time. In a test, a body waits with context.sleep.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + actor.name + " ran", e);
        }
    }

    /** Called by a body: lets the test's thread run until the clock has advanced that far, or the body is woken. */
    void sleep(Duration duration) throws InterruptedException {
        Actor actor = byThread.get(Thread.currentThread());
        if (actor == null) {
            throw new IllegalStateException("only a body sleeps on the stage");
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        actor.asleep = true;
        var alarm = clock.after(duration, () -> wake(actor));
        director.release();
        actor.turn.acquireUninterruptibly();
        alarm.cancel();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Wakes the body on this thread, if it sleeps. */
    void wake(Thread thread) {
        Actor actor = byThread.get(thread);
        if (actor != null) {
            wake(actor);
        }
    }

    private void wake(Actor actor) {
        synchronized (tasks) {
            if (actor.asleep) {
                actor.asleep = false;
                toWake.add(actor);
            }
        }
    }

    /** Ends the threads of bodies; a sleeping body is interrupted. */
    void close() {
        if (settling || isBody()) {
            return;
        }
        for (Actor actor : all) {
            actor.closed = true;
            if (!idle.contains(actor)) {
                actor.thread.interrupt();
            }
            letAct(actor);
        }
        all.clear();
        idle.clear();
    }

    /** A thread that runs bodies, one after another. */
    private final class Actor {

        final Semaphore turn = new Semaphore(0);
        final Thread thread;
        volatile String name = "";
        volatile Runnable body = () -> {};
        volatile boolean asleep;
        volatile boolean closed;

        Actor() {
            thread = new Thread(this::play, "baton-test-body");
            thread.setDaemon(true);
            byThread.put(thread, this);
            all.add(this);
            thread.start();
        }

        private void play() {
            while (true) {
                turn.acquireUninterruptibly();
                if (!closed) {
                    body.run();
                    idle.push(this);
                }
                if (closed) {
                    byThread.remove(thread);
                    director.release();
                    return;
                }
                director.release();
            }
        }
    }
}

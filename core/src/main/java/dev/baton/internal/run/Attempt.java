package dev.baton.internal.run;

import dev.baton.Approval;
import dev.baton.Body;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.SkipSignal;
import dev.baton.Submission;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.GivenUp;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.StopReason;
import dev.baton.internal.execution.Turn;
import dev.baton.internal.execution.Waiting;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One try of a run: the lease on it, the context its body sees, and, once it is over, the message that says so. All of
 * the user's code that belongs to a run is called here, on a worker's or a callback's thread; what it yields travels in
 * the message as data.
 */
public final class Attempt extends AttemptResult implements Worker.Claim, Deferred.Handover {

    /** An attempt that has run for this long is recorded as running. */
    public static final Duration NOTEWORTHY = Duration.ofMillis(250);

    private static final Object INTERRUPTING = new Object();
    private static final Object OVER = new Object();
    private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Object> RUNNER =
            AtomicReferenceFieldUpdater.newUpdater(Attempt.class, Object.class, "runner");

    private long finished;

    private volatile @Nullable StopReason stop;
    /** The thread that runs the body, or that it is just being interrupted, or that it is over; null before. */
    private volatile @Nullable Object runner;

    private volatile boolean noted;
    private @Nullable List<Runnable> onStop;
    private volatile @Nullable AttemptTimers timers;
    /** How long a body that waits does so; other bodies do not only wait. */
    private volatile long waitsUntil = Waiting.NOT_ONLY;

    /** Whom to report to when this run is another node's; null when it is this one's. */
    private final @Nullable Lender lender;

    /** The next attempt of a run of this node. */
    Attempt(ReadyRuns runs, LiveExecution execution, int step) {
        this(runs, execution, step, execution.runs().attempts(step) + 1, null);
    }

    /** An attempt of a run, perhaps another node's. */
    public Attempt(ReadyRuns runs, LiveExecution execution, int step, int number, @Nullable Lender lender) {
        super(runs, execution, step, number);
        this.lender = lender;
    }

    // ---- what came of it

    @Override
    public @Nullable StopReason stopped() {
        return stop;
    }

    @Override
    protected long happened() {
        return finished;
    }

    @Override
    protected void apply(Turn turn) {
        turn.attemptEnded(this, true);
    }

    // ---- the side of a body that waits

    /** Lets the body begin to wait. */
    void begin() {
        execution.tell(step, turn -> {
            if (execution.states().lease(step) == this) {
                turn.touch(step);
            }
        });
        try {
            Deferred body = (Deferred) job().body();
            body.begin(this, this);
            waitsUntil = body instanceof Approval ? Waiting.FOR_A_PERSON : waitsUntil;
        } catch (SkipSignal signal) {
            skip(EndReason.BODY, signal.getMessage());
        } catch (Throwable e) {
            // As with any body.
            fail(e);
        }
    }

    @Override
    public void succeedAt(Instant moment) {
        if (!moment.isAfter(now())) {
            succeed(null);
            return;
        }
        waitsUntil = Time.toMicros(moment);
        Time.Timer timer = services().time().at(moment, () -> runs.later(() -> succeed(null)));
        onStop(() -> {
            timer.cancel();
            giveUp();
        });
    }

    @Override
    public void toWorker() {
        execution.tell(step, turn -> turn.handToWorker(this));
    }

    @Override
    public Execution nest(Submission submission, Consumer<Execution> ended) {
        return services().nesting().start(this, execution.node(step).nested(submission), ended);
    }

    @Override
    public Optional<Execution> nested(Consumer<Execution> ended) {
        return services().nesting().resume(this, ended);
    }

    private boolean isWaiting() {
        return runner == null && job().body() instanceof Deferred;
    }

    @Override
    public boolean awaitsApproval() {
        return job().body() instanceof Approval;
    }

    @Override
    public long waitsUntil() {
        boolean only = stop == null && lender == null && isWaiting();
        return only ? Math.min(waitsUntil, timers().limitAt()) : Waiting.NOT_ONLY;
    }

    // ---- the worker's side

    @Override
    public RunContext context() {
        return this;
    }

    @Override
    public void run() {
        Thread current = Thread.currentThread();
        if (!RUNNER.compareAndSet(this, null, current)) {
            return;
        }
        if (stop == StopReason.LOST) {
            // Another has the run by now.
            runs.attemptOver(this);
            return;
        }
        if (stop == StopReason.SHUTDOWN || !runs.holdsLease()) {
            // The scheduler stops. Or the process was frozen since the run was taken, and others may have run it.
            runner = null;
            handBack();
            return;
        }
        if (stop != null) {
            current.interrupt();
        }
        try {
            call();
        } catch (SkipSignal signal) {
            skipped(EndReason.BODY, signal.getMessage());
        } catch (Throwable e) {
            // Everything is caught, errors included: a body must not take its worker down.
            failed(e);
        }
        while (!RUNNER.compareAndSet(this, current, OVER)) {
            // Somebody is just interrupting this thread.
            Thread.onSpinWait();
        }
        // The thread goes on to another body, which must not find the interrupt meant for this one.
        Thread.interrupted();
        finished = services().time().micros();
        runs.attemptOver(this);
        if (lender == null) {
            execution.postByWorker(this);
        } else {
            lender.ended(this);
        }
    }

    private void call() throws Exception {
        Body<?> plain = services().interceptors().isEmpty() ? execution.plainBody(step) : null;
        if (plain != null) {
            succeeded(RunStatus.SUCCESS, plain.call(this));
        } else {
            Job job = job();
            Invocation invocation = new Invocation(
                    this, job.body(), services().interceptors(), job.policy().interceptors());
            Object result = invocation.proceed();
            if (invocation.reachedBody()) {
                succeeded(RunStatus.SUCCESS, result);
            } else {
                skipped(EndReason.NOT_CALLED, null);
            }
        }
    }

    @Override
    void succeed(RunStatus as, @Nullable Object result) {
        if (isFirstReport()) {
            succeeded(as, result);
            report();
        }
    }

    @Override
    public void fail(Throwable e) {
        if (isFirstReport()) {
            failed(e);
            report();
        }
    }

    @Override
    void skip(EndReason newWhy, @Nullable String reason) {
        if (isFirstReport()) {
            skipped(newWhy, reason);
            report();
        }
    }

    /** An attempt ends once: whoever reports again, or after its body has, is not heard. */
    private boolean isFirstReport() {
        return RUNNER.compareAndSet(this, null, OVER);
    }

    private void report() {
        finished = services().time().micros();
        runs.attemptOver(this);
        if (lender == null) {
            execution.post(this);
        } else {
            lender.ended(this);
        }
    }

    @Override
    public void onStop(Runnable action) {
        synchronized (this) {
            if (stop == null) {
                onStop = onStop == null ? new ArrayList<>(1) : onStop;
                onStop.add(action);
                return;
            }
        }
        runs.later(action);
    }

    // ---- the engine's side

    /** Sets the limit after which the attempt is told to stop. */
    void limitTo(Duration longest) {
        timers().limit(services().time(), longest, () -> stop(StopReason.TOO_LONG));
    }

    /** Made when first needed: most attempts have none. */
    private synchronized AttemptTimers timers() {
        timers = timers == null ? new AttemptTimers() : timers;
        return timers;
    }

    /**
     * Tells the body to stop: by a flag, an interrupt, and whatever the worker asked for, on other threads. A body that
     * has not ended after the grace period is given up on: its run ends without it.
     */
    public void stop(StopReason reason) {
        List<Runnable> actions;
        synchronized (this) {
            if (stop != null || runner == OVER) {
                // It is stopping, or has come to its own end, which is on its way.
                return;
            }
            stop = reason;
            interrupt();
            actions = onStop == null ? List.of() : onStop;
            timers().patience(services().time(), services().stopGrace(), this::giveUp);
        }
        actions.forEach(runs::later);
        if (actions.isEmpty() && isWaiting()) {
            // Nobody is there who would have to stop.
            giveUp();
        }
    }

    /** Does not wait for the body any longer. */
    private void giveUp() {
        if (lender == null) {
            runs.attemptOver(this);
            execution.post(new GivenUp(this, services().time().micros()));
        }
    }

    @Override
    public void handBack() {
        if (lender != null) {
            if (isFirstReport()) {
                runs.attemptOver(this);
                lender.notStarted(this);
            }
            return;
        }
        synchronized (this) {
            // One that was cancelled meanwhile is not to be ready again.
            stop = stop == null ? StopReason.SHUTDOWN : stop;
        }
        fail(new InterruptedException("not started"));
    }

    /** Whoever made it is gone. */
    @Override
    public void lose(String words) {
        if (lender == null) {
            runs.attemptOver(this);
            execution.tell(step, turn -> turn.attemptLost(this, words));
        } else if (isFirstReport()) {
            runs.attemptOver(this);
            lender.lost(this, words);
        }
    }

    @Override
    public boolean isBorrowed() {
        return lender != null;
    }

    /** Another node has made this attempt. */
    public void report(Outcome outcome) {
        if (isFirstReport()) {
            take(outcome);
            report();
        }
    }

    /** Why it is told to stop. */
    public StopReason stopReason() {
        StopReason known = stop;
        return known == null ? StopReason.CANCELLED : known;
    }

    /** It has been running for a while: that is recorded, once. */
    public void noteRunning() {
        if (lender == null
                && !noted
                && !hasTransaction()
                && started() + Time.toMicros(NOTEWORTHY) <= services().time().micros()) {
            noted = true;
            execution.tell(step, turn -> {
                if (execution.states().lease(step) == this) {
                    turn.touch(step);
                }
            });
        }
    }

    /** Interrupts the thread that runs the body, and makes sure that it is still this body it runs. */
    private void interrupt() {
        if (runner instanceof Thread thread && RUNNER.compareAndSet(this, thread, INTERRUPTING)) {
            thread.interrupt();
            runner = thread;
        }
    }

    @Override
    protected void cancelTimers() {
        AttemptTimers known = timers;
        if (known != null) {
            known.cancel();
        }
    }

    // ---- what a body does to its run

    @Override
    public boolean isCancelled() {
        return stop != null;
    }
}

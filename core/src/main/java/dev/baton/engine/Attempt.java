package dev.baton.engine;

import dev.baton.Body;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.Extension;
import dev.baton.Interceptor;
import dev.baton.Job;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.SkipSignal;
import dev.baton.Submission;
import dev.baton.spi.Store;
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
 * One try of a run: the lease on it, the context its body sees, and, once it is over, the message that says so. Only the
 * attempt that holds the lease can end the run, so a late one is refused by being another object.
 */
final class Attempt extends BodyContext implements Worker.Claim, Deferred.Handover {

    /** An attempt that has run for this long is recorded as running. */
    static final Duration NOTEWORTHY = Duration.ofMillis(250);

    private static final Object INTERRUPTING = new Object();
    private static final Object OVER = new Object();
    private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Object> RUNNER =
            AtomicReferenceFieldUpdater.newUpdater(Attempt.class, Object.class, "runner");
    private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Added> ADDED =
            AtomicReferenceFieldUpdater.newUpdater(Attempt.class, Added.class, "added");

    final long started;

    private long finished;

    /** The end it came to by itself; valid once it is in the execution's inbox. */
    RunStatus end = RunStatus.RUNNING;

    Why why = Why.BODY;

    @Nullable Object output;

    @Nullable Throwable error;

    @Nullable String words;

    /** The steps that are to be added to the execution when it succeeds. */
    private volatile @Nullable Added added;

    /** What its body writes to, to be committed with its end. */
    private Store.@Nullable Transaction transaction;

    private volatile @Nullable Stop stop;
    /** The thread that runs the body, or that it is just being interrupted, or that it is over; null before. */
    private volatile @Nullable Object runner;

    private volatile boolean noted;
    private @Nullable List<Runnable> onStop;
    private Time.@Nullable Timer limit;
    private Time.@Nullable Timer patience;

    /** Whom to report to when this run is another node's; null when it is this one's. */
    private final @Nullable Lender lender;

    /** The node that lent an attempt to this one. */
    interface Lender {

        /** It has ended. */
        void ended(Attempt attempt);

        /** It was not started after all. */
        void notStarted(Attempt attempt);

        /** Whoever made it is gone. */
        void lost(Attempt attempt);
    }

    /** The next attempt of a run of this node. */
    Attempt(Machinery machinery, LiveExecution execution, int step) {
        this(machinery, execution, step, execution.attempts[step] + 1, null);
    }

    /** An attempt of a run, perhaps another node's. */
    Attempt(Machinery machinery, LiveExecution execution, int step, int number, @Nullable Lender lender) {
        super(machinery, execution, step, number);
        this.lender = lender;
        this.started = machinery.time().micros();
    }

    // ---- the side of a body that waits

    /** Lets the body begin to wait. */
    void begin() {
        machinery.tell(execution, turn -> {
            if (execution.leases.get(step) == this) {
                turn.touch(step);
            }
        });
        try {
            ((Deferred) job().body()).begin(this, this);
        } catch (SkipSignal signal) {
            skip(Why.BODY, signal.getMessage());
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
        Time.Timer timer = machinery.time().at(moment, () -> machinery.later(() -> succeed(null)));
        onStop(() -> {
            timer.cancel();
            giveUp();
        });
    }

    @Override
    public void toWorker() {
        machinery.tell(execution, turn -> turn.handToWorker(this));
    }

    @Override
    public Execution nest(Submission submission, Consumer<Execution> ended) {
        return machinery.nesting().start(this, execution.nodes[step].nested(submission), ended);
    }

    @Override
    public Optional<Execution> nested(Consumer<Execution> ended) {
        return machinery.nesting().resume(this, ended);
    }

    private boolean isWaiting() {
        return runner == null && job().body() instanceof Deferred;
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
        if (stop == Stop.LOST) {
            // Another has the run by now.
            machinery.ready().attemptOver(this);
            return;
        }
        if (stop != null) {
            current.interrupt();
        }
        try {
            if (!machinery.holdsLease()) {
                // Frozen since it was taken: others may have run it, and this node hears of that with its next sign of
                // life.
                notStarted();
                return;
            }
            call();
        } catch (SkipSignal signal) {
            skipped(Why.BODY, signal.getMessage());
        } catch (Throwable e) {
            // Everything is caught, errors included: a body must not take its worker down.
            end = RunStatus.FAILURE;
            error = e;
        }
        while (!RUNNER.compareAndSet(this, current, OVER)) {
            // Somebody is just interrupting this thread.
            Thread.onSpinWait();
        }
        // The thread goes on to another body, which must not find the interrupt meant for this one.
        Thread.interrupted();
        finished = machinery.time().micros();
        if (lender == null) {
            machinery.postByWorker(execution, this);
        } else {
            machinery.ready().attemptOver(this);
            lender.ended(this);
        }
    }

    private void call() throws Exception {
        Body<?> plain = machinery.interceptors().isEmpty() ? execution.plainBody(step) : null;
        if (plain != null) {
            output = plain.call(this);
        } else {
            Job job = job();
            List<Interceptor> inner = job.policy().interceptors();
            Invocation invocation = new Invocation(this, job.body(), machinery.interceptors(), inner);
            output = invocation.proceed();
            if (!invocation.reachedBody()) {
                skipped(Why.NOT_CALLED, null);
                return;
            }
        }
        end = RunStatus.SUCCESS;
        keepOutput();
    }

    private void keepOutput() {
        if (output != null) {
            output = machinery.keep(output, execution.nodes[step]);
        }
    }

    @Override
    public void succeed(@Nullable Object result) {
        succeed(RunStatus.SUCCESS, result);
    }

    @Override
    public void partlySucceed(@Nullable Object result) {
        succeed(RunStatus.PARTIAL, result);
    }

    private void succeed(RunStatus as, @Nullable Object result) {
        if (isFirstReport()) {
            end = as;
            output = result;
            keepOutput();
            post();
        }
    }

    @Override
    public void fail(Throwable e) {
        if (isFirstReport()) {
            end = RunStatus.FAILURE;
            error = e;
            post();
        }
    }

    @Override
    public void skipRun(String reason) {
        skip(Why.BODY, reason);
    }

    void skip(Why newWhy, @Nullable String reason) {
        if (isFirstReport()) {
            skipped(newWhy, reason);
            post();
        }
    }

    /** An attempt ends once: whoever reports again, or after its body has, is not heard. */
    private boolean isFirstReport() {
        return RUNNER.compareAndSet(this, null, OVER);
    }

    private void post() {
        finished = machinery.time().micros();
        if (lender == null) {
            machinery.post(execution, this);
        } else {
            machinery.ready().attemptOver(this);
            lender.ended(this);
        }
    }

    private void skipped(Why newWhy, @Nullable String reason) {
        end = RunStatus.SKIPPED;
        why = newWhy;
        words = reason;
        output = null;
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
        action.run();
    }

    // ---- the engine's side

    /** Sets the limit after which the attempt is told to stop. */
    void limitTo(Duration longest) {
        limit = machinery.time().after(longest, () -> stop(Stop.TOO_LONG));
    }

    @Nullable Stop stopped() {
        return stop;
    }

    /**
     * Tells the body to stop: by a flag, an interrupt, and whatever the worker asked for. A body that has not ended after
     * the grace period is given up on: its run ends without it.
     */
    void stop(Stop reason) {
        List<Runnable> actions;
        synchronized (this) {
            if (stop != null) {
                return;
            }
            stop = reason;
            interrupt();
            actions = onStop == null ? List.of() : onStop;
            patience = machinery.time().after(machinery.stopGrace(), this::giveUp);
        }
        actions.forEach(Runnable::run);
        if (actions.isEmpty() && isWaiting()) {
            // Nobody is there who would have to stop.
            giveUp();
        }
    }

    // ---- attempts that other nodes make

    /** Another node has made this attempt. */
    void report(Outcome outcome) {
        if (isFirstReport()) {
            end = outcome.end();
            why = outcome.why();
            words = outcome.notes().words;
            Throwable kept = outcome.notes().error;
            error = kept instanceof KeptError e ? e.retryable(outcome.retryable()) : kept;
            added = outcome.notes().added;
            if (outcome.output() != null) {
                output = machinery.keep(outcome.output(), execution.nodes[step]);
            }
            execution.note(step).takeOver(outcome.notes());
            post();
        }
    }

    /** Makes its run ready again, from the thread that was to call the body. */
    private void notStarted() {
        runner = null;
        handBack();
    }

    @Override
    public void handBack() {
        if (lender != null) {
            if (isFirstReport()) {
                machinery.ready().attemptOver(this);
                lender.notStarted(this);
            }
            return;
        }
        synchronized (this) {
            // One that was cancelled meanwhile is not to be ready again.
            stop = stop == null ? Stop.SHUTDOWN : stop;
        }
        fail(new InterruptedException("not started"));
    }

    /** Whoever made it is gone. */
    @Override
    public void lose() {
        if (lender == null) {
            machinery.tell(execution, turn -> turn.attemptLost(this));
        } else if (isFirstReport()) {
            machinery.ready().attemptOver(this);
            lender.lost(this);
        }
    }

    @Override
    public boolean isBorrowed() {
        return lender != null;
    }

    /** It turned out that only its execution's home can run it. */
    void keepHome() {
        execution.note(step).homeOnly = true;
    }

    boolean isForHome() {
        Notes notes = execution.notes(step);
        return notes != null && notes.homeOnly;
    }

    /** Why it is told to stop. */
    Stop stopReason() {
        Stop known = stop;
        return known == null ? Stop.CANCELLED : known;
    }

    /** It has been running for a while: that is recorded, once. */
    void noteRunning() {
        if (lender == null
                && !noted
                && !hasTransaction()
                && started + Time.toMicros(NOTEWORTHY) <= machinery.time().micros()) {
            noted = true;
            machinery.tell(execution, turn -> {
                if (execution.leases.get(step) == this) {
                    turn.touch(step);
                }
            });
        }
    }

    /** Does not wait for the body any longer. */
    void giveUp() {
        if (lender != null) {
            return;
        }
        machinery.post(execution, again(false));
    }

    /** Interrupts the thread that runs the body, and makes sure that it is still this body it runs. */
    private void interrupt() {
        if (runner instanceof Thread thread && RUNNER.compareAndSet(this, thread, INTERRUPTING)) {
            thread.interrupt();
            runner = thread;
        }
    }

    void cancelTimers() {
        if (limit != null) {
            limit.cancel();
        }
        if (stop != null) {
            synchronized (this) {
                if (patience != null) {
                    patience.cancel();
                }
            }
        }
    }

    @Override
    long happened() {
        return finished;
    }

    @Override
    void apply(Turn turn) {
        turn.attemptEnded(this, true);
    }

    /** The same end, to be applied once more. */
    Message again(boolean byItself) {
        return new Ended(this, byItself, byItself ? finished : machinery.time().micros());
    }

    /** An attempt is over, by itself or because it did not stop in time. */
    private static final class Ended extends Message {

        private final Attempt attempt;
        private final boolean byItself;
        private final long happened;

        Ended(Attempt attempt, boolean byItself, long happened) {
            this.attempt = attempt;
            this.byItself = byItself;
            this.happened = happened;
        }

        @Override
        long happened() {
            return happened;
        }

        @Override
        void apply(Turn turn) {
            turn.attemptEnded(attempt, byItself);
        }
    }

    // ---- what a body does to its run

    @Override
    public boolean isCancelled() {
        return stop != null;
    }

    @Override
    public synchronized Store.Transaction transaction() {
        if (lender != null) {
            throw new NotHereSignal();
        }
        if (transaction == null) {
            transaction = machinery.begin();
        }
        return transaction;
    }

    synchronized boolean hasTransaction() {
        return transaction != null;
    }

    synchronized Store.@Nullable Transaction takeTransaction() {
        Store.Transaction taken = transaction;
        transaction = null;
        return taken;
    }

    void rollBack() {
        Store.Transaction unwanted = takeTransaction();
        if (unwanted != null) {
            unwanted.close();
        }
    }

    @Override
    public void extend(Extension extension) {
        List<Added.Step> steps = new ArrayList<>(extension.steps().size());
        for (Extension.Added each : extension.steps()) {
            Job job = machinery.registry().job(each.job()).job();
            steps.add(Added.Step.of(each, job, machinery.codec()));
        }
        // Without a lock: whoever has the turn may be waiting for this attempt's.
        Added known;
        Added all;
        do {
            known = added;
            all = Added.with(known, steps);
            check(all);
        } while (!ADDED.compareAndSet(this, known, all));
    }

    private void check(Added all) {
        machinery.ask(execution, turn -> {
            Growth.check(execution, step, all);
            return true;
        });
    }

    /** The steps that are to be added to the execution, should it succeed; null for none. */
    @Nullable Added added() {
        return added;
    }
}

package dev.baton.internal.run;

import dev.baton.Approval;
import dev.baton.Deferred;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.SkipSignal;
import dev.baton.SubWorkflow;
import dev.baton.Submission;
import dev.baton.internal.execution.AttemptEnds;
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
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a run: its lease, the context its body sees, and, once it is over, the message that reports it. All
 * user code of a run is called here, on a worker's or a callback's thread; its results travel in the message as data.
 */
public final class Attempt extends RecordedAttempt implements Worker.Claim, Deferred.Handover {

    private static final Object INTERRUPTING = new Object();
    private static final Object OVER = new Object();
    private static final AtomicReferenceFieldUpdater<Attempt, @Nullable Object> RUNNER =
            AtomicReferenceFieldUpdater.newUpdater(Attempt.class, Object.class, "runner");

    private long finished;

    private volatile @Nullable StopReason stop;
    /** The thread that runs the body, or a marker that it is being interrupted or is over; null before. */
    private volatile @Nullable Object runner;

    private volatile @Nullable List<Runnable> onStop;
    /** Whether the node that lent it goes on without this one. */
    private volatile boolean taken;

    private volatile @Nullable AttemptTimers timers;
    /** How long a waiting body waits; {@link Waiting#NOT_ONLY}, which is 0, for all other bodies. */
    private volatile long waitsUntil;
    /** The execution that a waiting body waits for, and for nothing else; null for none. */
    private volatile @Nullable UUID awaited;

    /** The lender to report to if the run belongs to another node; null if it belongs to this one. */
    final @Nullable Lender lender;

    /** The next attempt of a run of this node. */
    Attempt(ReadyRuns runs, LiveExecution execution, int step) {
        this(runs, execution, step, execution.runs().attempts(step) + 1, since(runs, execution, step), null);
    }

    /** An attempt of a run, possibly of another node. */
    public Attempt(ReadyRuns runs, LiveExecution execution, int step, int number, @Nullable Lender lender) {
        this(runs, execution, step, number, runs.services().time().micros(), lender);
    }

    private Attempt(
            ReadyRuns runs, LiveExecution execution, int step, int number, long started, @Nullable Lender lender) {
        super(runs, execution, step, number, started);
        this.lender = lender;
    }

    /** An attempt that began before this node did, and goes on. */
    static Attempt continued(ReadyRuns runs, LiveExecution execution, int step, Worker.Survivor survivor) {
        return new Attempt(runs, execution, step, survivor.attempt(), survivor.started(), null);
    }

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
        AttemptEnds.ended(turn, this, true);
    }

    /** Lets a waiting body begin. Throws what the body throws. */
    void begin() throws Exception {
        noteNow();
        Deferred body = (Deferred) job().body();
        body.begin(this, this);
        waitsUntil = body instanceof Approval ? Waiting.FOR_A_PERSON : waitsUntil;
    }

    /** Fails the attempt with an error of user code, and keeps its stack trace. */
    void failWithTrace(Throwable e) {
        if (isFirstReport()) {
            failed(e);
            keepTrace(e);
            report();
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
        Execution nested = services().nesting().start(this, execution.node(step).nested(submission), ended);
        awaited = job().body() instanceof SubWorkflow ? nested.id() : null;
        return nested;
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
        if (stop != null || lender != null || !isWaiting()) {
            return Waiting.NOT_ONLY;
        }
        long until = awaited == null ? waitsUntil : Waiting.untilWoken(execution, Time.toMicros(now()));
        return Math.min(until, timers().limitAt());
    }

    @Override
    public @Nullable UUID awaited() {
        return awaited;
    }

    @Override
    public void run() {
        // First: it may ask the store, and the thread must not be interrupted for this attempt meanwhile.
        boolean mayBegin = StartCheck.mayBegin(this);
        Thread current = Thread.currentThread();
        if (!RUNNER.compareAndSet(this, null, current)) {
            return;
        }
        if (stop == StopReason.LOST) {
            // The run has another lease by now.
            leave(current, OVER);
            runs.attemptOver(this);
            return;
        }
        if (stop == StopReason.SHUTDOWN || !mayBegin) {
            leave(current, null);
            handBack();
            return;
        }
        try {
            if (StartCheck.isWithdrawn(this)) {
                throw new InterruptedException("told to stop before its body began");
            }
            Invocation.call(this);
        } catch (SkipSignal signal) {
            skipped(EndReason.BODY, signal.getMessage());
        } catch (Throwable e) {
            // Everything is caught, errors included: a body must not take its worker down.
            failed(e);
            if (isFault(e)) {
                keepTrace(e);
            }
        }
        leave(current, OVER);
        over();
        if (lender == null) {
            execution.postByWorker(this);
        } else {
            lender.ended(this);
        }
    }

    /** Frees the thread, perhaps after an interrupt: its next body must not see one that was meant for this body. */
    private void leave(Thread current, @Nullable Object next) {
        while (!RUNNER.compareAndSet(this, current, next)) {
            Thread.onSpinWait();
        }
        Thread.interrupted();
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

    /** An attempt ends once: repeated and late reports are ignored. */
    private boolean isFirstReport() {
        return RUNNER.compareAndSet(this, null, OVER);
    }

    private void over() {
        if (timers != null) {
            // Without a limit there are none before it is told to stop.
            decideTimeout();
        }
        finished = services().time().micros();
        runs.attemptOver(this);
    }

    private void report() {
        over();
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
                List<Runnable> known = onStop == null ? new ArrayList<>(1) : onStop;
                known.add(action);
                onStop = known;
                return;
            }
        }
        runs.later(action);
    }

    /** Sets the time limit after which the attempt is told to stop; one that went on before this node did may be past it. */
    void limitTo(Duration limit) {
        timers().limit(services().time(), limit, () -> runs.later(() -> stop(StopReason.TOO_LONG)));
    }

    /** Created when first needed: most attempts have no timers. */
    private synchronized AttemptTimers timers() {
        timers = timers == null ? new AttemptTimers() : timers;
        return timers;
    }

    /**
     * Tells the body to stop: by a flag, by an interrupt, and by the worker's stop actions, on other threads. A body
     * that has not ended after the grace period is given up: its run ends without it.
     */
    public void stop(StopReason reason) {
        List<Runnable> actions;
        synchronized (this) {
            if (stop != null || runner == OVER) {
                // The attempt is stopping already, or has ended by itself and its report is on its way.
                return;
            }
            stop = reason;
            interrupt();
            actions = onStop == null ? List.of() : onStop;
            timers().patience(services().time(), services().stopGrace(), this::giveUp);
        }
        actions.forEach(runs::later);
        if (actions.isEmpty() && isWaiting()) {
            // Nothing runs that would have to stop.
            giveUp();
        }
    }

    /** Stops waiting for the body. */
    private void giveUp() {
        if (lender == null) {
            runs.attemptOver(this);
            onceTimeoutIsDecided(
                    () -> execution.post(new GivenUp(this, services().time().micros())));
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
            // A run that was cancelled meanwhile must not become ready again.
            stop = stop == null ? StopReason.SHUTDOWN : stop;
        }
        forgetHolder();
        fail(new InterruptedException("not started"));
    }

    /** Reports that the worker which made the attempt is lost. */
    @Override
    public void lose(String words) {
        if (lender == null) {
            runs.attemptOver(this);
            onceTimeoutIsDecided(() -> execution.tell(step, turn -> AttemptEnds.lost(turn, this, words)));
        } else if (isFirstReport()) {
            runs.attemptOver(this);
            lender.lost(this, words);
        }
    }

    @Override
    public CompletionStage<?> handOut(String holder) {
        if (lender == null) {
            return super.handOut(holder);
        }
        return lender.handOut(this, holder).thenAccept(done -> taken = done);
    }

    @Override
    public boolean isTaken() {
        return taken || stop == StopReason.LOST;
    }

    @Override
    public boolean isBorrowed() {
        return lender != null;
    }

    /** Whether its worker is at work on it already, and has asked to be told when it is to stop. */
    boolean isUnderWay() {
        return onStop != null;
    }

    /** Reports the outcome of an attempt that another node made. */
    public void report(Outcome outcome) {
        if (isFirstReport()) {
            take(outcome);
            report();
        }
    }

    /** Interrupts the thread that runs the body, and makes sure that it still runs this body. */
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

    @Override
    public boolean isCancelled() {
        return stop != null;
    }
}

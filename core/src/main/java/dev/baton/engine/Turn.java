package dev.baton.engine;

import dev.baton.Deferred;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.graph.Effects;
import dev.baton.graph.IntList;
import dev.baton.graph.Progress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turn at an execution, which one thread has at a time: it applies messages, lets {@link Progress} say what follows,
 * records that, and at the end puts out what became ready. The only code that advances an execution.
 */
final class Turn {

    private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

    private final Machinery machinery;
    private final LiveExecution execution;
    private final Progress progress;
    private final @Nullable Unsaved unsaved;
    private final Effects effects = new Effects();
    private final IntList ready = new IntList();
    private int readyPriority;
    private long now;
    private boolean byWorker;

    Turn(Machinery machinery, LiveExecution execution) {
        this.machinery = machinery;
        this.execution = execution;
        this.progress = execution.progress;
        this.unsaved = execution.unsaved;
    }

    LiveExecution execution() {
        return execution;
    }

    Machinery machinery() {
        return machinery;
    }

    Effects effects() {
        return effects;
    }

    long now() {
        return now;
    }

    /**
     * Another thread has the turn.
     *
     * @param newByWorker whether it is a worker that will look for its next run right afterwards
     */
    void begin(boolean newByWorker) {
        byWorker = newByWorker;
    }

    /** Applies a message and what follows from it. */
    void apply(Message message) {
        now = message.happened();
        try {
            message.apply(this);
            follow();
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a message could not be applied; the execution goes on", execution, e);
        }
    }

    // ---- what is recorded

    /** Something about a run is to be recorded. */
    void touch(int step) {
        if (unsaved != null) {
            unsaved.touch(step);
        }
    }

    /** Lets something happen once all that led to it is recorded: at once where nothing is. */
    void after(Unsaved.Effect effect) {
        if (unsaved == null) {
            effect.happen();
        } else {
            unsaved.after(effect);
        }
    }

    // ---- ends

    /**
     * An attempt is over. One whose lease is another's by now is refused.
     *
     * @param byItself whether it said so itself; otherwise it was told to stop, did not, and is not waited for any longer
     */
    void attemptEnded(Attempt attempt, boolean byItself) {
        int step = attempt.step;
        if (unsaved != null && unsaved.hasTransaction() && attempt.hasTransaction()) {
            // One transaction records one end: this one's is recorded when the one before is.
            unsaved.after(new Unsaved.Effect() {
                @Override
                public void happen() {
                    machinery.post(execution, attempt.again(byItself));
                }

                @Override
                public void dropped() {
                    attempt.rollBack();
                }
            });
            return;
        }
        machinery.ready().attemptOver(attempt);
        if (!execution.leases.compareAndSet(step, attempt, null)) {
            attempt.rollBack();
            return;
        }
        attempt.cancelTimers();
        Admissions.attemptOver(this, step);
        Stop stop = attempt.stopped();
        boolean endedWell = byItself && (attempt.end.countsAsSuccess() || attempt.end == RunStatus.SKIPPED);
        if (stop == Stop.SHUTDOWN && !endedWell) {
            attempt.rollBack();
            // It may be recorded as running: the next start must find that it was handed back, and not that it was
            // lost.
            touch(step);
            Admissions.open(this, step);
            return;
        }
        if (!byItself || attempt.why == Why.BODY || attempt.why == Why.NOT_CALLED) {
            execution.started[step] = attempt.started;
            execution.attempts[step] = (short) Math.min(attempt.number, Short.MAX_VALUE);
        }
        Throwable error = byItself ? attempt.error : null;
        if (stop != null || !attempt.end.countsAsSuccess()) {
            attempt.rollBack();
        }
        if (stop != null && stop != Stop.SHUTDOWN) {
            endOrRetry(step, stop.end, stop.why, stop == Stop.TOO_LONG ? tooLong(attempt) : error);
        } else if (attempt.end == RunStatus.FAILURE) {
            endOrRetry(step, RunStatus.FAILURE, attempt.why, error);
        } else if (!addSteps(attempt)) {
            attempt.rollBack();
        } else {
            if (unsaved != null && attempt.end.countsAsSuccess()) {
                unsaved.join(attempt.takeTransaction());
            }
            if (attempt.output != null) {
                execution.output(step, attempt.output);
            }
            if (attempt.words != null) {
                execution.note(step).words = attempt.words;
            }
            end(step, attempt.end, attempt.why, null);
        }
    }

    /** Adds the steps that an attempt asked for, as it has succeeded. Returns false when it has failed of that. */
    private boolean addSteps(Attempt attempt) {
        Added added = attempt.end.countsAsSuccess() ? attempt.added() : null;
        if (added != null) {
            try {
                Growth.grow(execution, attempt.step, added, machinery.registry(), machinery.codec());
            } catch (RuntimeException e) {
                endOrRetry(attempt.step, RunStatus.FAILURE, attempt.why, e);
                return false;
            }
        }
        return true;
    }

    /** A body that waited has work for a worker now: in this attempt and in all that may follow. */
    void handToWorker(Attempt attempt) {
        int step = attempt.step;
        if (execution.leases.compareAndSet(step, attempt, LiveExecution.OPEN)) {
            attempt.cancelTimers();
            execution.note(step).hasWork = true;
            offer(step);
        }
    }

    /** Whoever an attempt was given to is gone. */
    void attemptLost(Attempt attempt) {
        if (execution.leases.compareAndSet(attempt.step, attempt, null)) {
            machinery.ready().attemptOver(attempt);
            attempt.cancelTimers();
            Admissions.attemptOver(this, attempt.step);
            execution.started[attempt.step] = attempt.started;
            execution.attempts[attempt.step] = (short) Math.min(attempt.number, Short.MAX_VALUE);
            Stop stop = attempt.stopped();
            if (stop != null && stop.end.isTerminal()) {
                // It was told to stop, and has.
                endOrRetry(attempt.step, stop.end, stop.why, stop == Stop.TOO_LONG ? tooLong(attempt) : null);
            } else {
                Resumption.lost(this, attempt.step, execution.note(attempt.step));
            }
        }
    }

    private void endOrRetry(int step, RunStatus end, Why why, @Nullable Throwable error) {
        if (error != null) {
            execution.note(step).error = error;
        }
        Optional<Duration> delay =
                error == null || end == RunStatus.CANCELLED ? Optional.empty() : Retries.delay(this, step, error);
        if (delay.isPresent()) {
            String words = why.words();
            String reason = words == null ? Reasons.message(error) : words;
            execution.note(step).attemptOver(Snapshots.attempt(execution, step, now, end, reason));
            Retries.after(this, step, delay.get(), error);
        } else {
            end(step, end, why, error);
        }
    }

    private static TimeoutException tooLong(Attempt attempt) {
        return new TimeoutException(attempt.job().name() + " ran past its time limit");
    }

    /** Ends a run that is ready or running, and tells its children, or not, as the workflow says. */
    void end(int step, RunStatus end, Why why, @Nullable Throwable error) {
        record(step, end, why, error);
        boolean counts = end.countsAsFailure() && !execution.plan.mayFail(step) && !execution.isStopping();
        OnFailure reaction = counts ? execution.policy.onFailure() : OnFailure.CASCADE;
        switch (reaction) {
            case CASCADE -> progress.finish(step, end, effects);
            case HOLD -> progress.withhold(step, end);
            case FAIL_FAST -> {
                execution.failedFast = true;
                progress.settle(step, end, effects);
                stopOthers(RunStatus.SKIPPED, Why.FAIL_FAST, Stop.FAIL_FAST);
            }
        }
    }

    /** Ends a run without telling its children, who are being ended as well. */
    void settle(int step, RunStatus end, Why why) {
        record(step, end, why, null);
        progress.settle(step, end, effects);
    }

    /** Records that a step was ended by hand. */
    void markEnded(int step, RunStatus end) {
        record(step, end, Why.MARKED, null);
    }

    /** Ends what has not started and stops what runs, the final step aside. Returns what it did. */
    Stopped stopOthers(RunStatus end, Why why, Stop stop) {
        int neverStarted = 0;
        int signalled = 0;
        int ended = 0;
        for (int step = 0; step < execution.plan.size(); step++) {
            if (!execution.plan.isFinal(step)) {
                switch (stopOne(step, end, why, stop)) {
                    case BLOCKED -> neverStarted++;
                    case RUNNING -> signalled++;
                    default -> ended++;
                }
            }
        }
        progress.forgetWithheld(effects);
        return new Stopped(neverStarted, signalled, ended);
    }

    /** Tells all bodies that run to stop. */
    void stopRunning(Stop stop) {
        for (int step = 0; step < execution.plan.size(); step++) {
            if (execution.leases.get(step) instanceof Attempt attempt) {
                attempt.stop(stop);
            }
        }
    }

    /** Does not wait any longer for bodies that were told to stop. */
    void giveUpRunning() {
        for (int step = 0; step < execution.plan.size(); step++) {
            if (execution.leases.get(step) instanceof Attempt attempt && attempt.stopped() != null) {
                attemptEnded(attempt, false);
            }
        }
    }

    /** The execution is advanced elsewhere: nothing that was meant to happen here happens. */
    void letGo() {
        stopRunning(Stop.LOST);
        machinery.externals().lost(execution);
        execution.timers.forEach(timer -> timer.cancel());
        execution.timers.clear();
        for (int step = 0; step < execution.plan.size(); step++) {
            Notes notes = execution.notes(step);
            if (notes != null && notes.retry != null) {
                notes.retry.timer.cancel();
            }
            Admissions.runOver(this, step);
        }
        Admissions.executionOver(this);
    }

    /** How many runs were ended before they started, told to stop, or had ended. */
    record Stopped(int neverStarted, int signalled, int ended) {}

    /** Ends a run that has not started, or stops one that runs. Returns what it was: blocked, running, or ended. */
    RunStatus stopOne(int step, RunStatus end, Why why, Stop stop) {
        if (progress.status(step).isTerminal()) {
            return progress.status(step);
        }
        if (revoke(step) instanceof Attempt attempt) {
            attempt.stop(stop);
            return RunStatus.RUNNING;
        }
        settle(step, end, why);
        return RunStatus.BLOCKED;
    }

    /** Takes a ready run out of the workers' reach, unless one has it: then returns that attempt. */
    @Nullable Object revoke(int step) {
        Object lease = execution.leases.get(step);
        if (lease == LiveExecution.OPEN && !execution.leases.compareAndSet(step, lease, null)) {
            lease = execution.leases.get(step);
        }
        return lease;
    }

    private void record(int step, RunStatus end, Why why, @Nullable Throwable error) {
        touch(step);
        execution.finished[step] = now;
        execution.why[step] = (byte) why.ordinal();
        Notes notes = execution.notes(step);
        if (notes != null) {
            notes.notBefore = 0;
            if (notes.retry != null) {
                notes.retry.timer.cancel();
                notes.retry = null;
            }
        }
        Admissions.runOver(this, step);
        makeRoom(step);
        machinery.externals().ended(this, step, end);
        machinery.notifier().runEnded(execution, step, end, now, error);
    }

    // ---- what follows

    /** Acts on what {@link Progress} said, until it has nothing more to say. */
    private void follow() {
        IntList skipped = effects.skipped();
        IntList becameReady = effects.ready();
        int nextSkipped = 0;
        int nextReady = 0;
        while (nextSkipped < skipped.size() || nextReady < becameReady.size()) {
            if (nextSkipped < skipped.size()) {
                record(skipped.get(nextSkipped++), RunStatus.SKIPPED, Why.CONDITION, null);
            } else {
                Admissions.admit(this, becameReady.get(nextReady++));
            }
        }
        effects.clear();
        refreshStatus();
    }

    /** Lets workers have a run. */
    void open(int step) {
        if (progress.status(step) != RunStatus.PENDING) {
            return;
        }
        if (execution.throttle != null && !execution.throttle.enter(step)) {
            return;
        }
        execution.leases.setRelease(step, LiveExecution.OPEN);
        machinery.notifier().runScheduled(execution, step, now);
        offer(step);
    }

    /** A run is not out any longer: the next that waited for that is. */
    void makeRoom(int step) {
        if (execution.throttle != null) {
            int next = execution.throttle.leave(step, this::isInLine);
            if (next >= 0) {
                open(next);
            }
        }
    }

    private boolean isInLine(int step) {
        return !execution.isStopping()
                && progress.status(step) == RunStatus.PENDING
                && execution.leases.get(step) == null;
    }

    /** Puts an open run into the queue, or aside while the execution is held. */
    void offer(int step) {
        if (execution.heldByHand) {
            execution.parked.add(step);
            return;
        }
        if (!execution.isPlain(step) && offerApart(step, execution.nodes[step].job())) {
            return;
        }
        int priority = execution.isPlain(step)
                ? 0
                : execution.nodes[step].job().policy().priority();
        if (priority != readyPriority) {
            putOut();
            readyPriority = priority;
        }
        ready.add(step);
    }

    /** Puts a run where it belongs when that is not simply this node's worker. Returns whether it was. */
    private boolean offerApart(int step, Job job) {
        boolean waits = job.body() instanceof Deferred && !execution.note(step).hasWork;
        if (!waits && !machinery.ready().isByDemand(job.policy().demand())) {
            return false;
        }
        ReadyQueue.Batch alone = new ReadyQueue.Batch(execution, new int[] {step}, now);
        after(() -> {
            if (waits) {
                machinery.ready().enqueueDeferred(alone);
            } else {
                machinery.ready().enqueueByDemand(job.policy(), alone);
            }
        });
        return true;
    }

    /** Lets workers have what became ready. */
    void putOut() {
        if (!ready.isEmpty()) {
            int priority = readyPriority;
            ReadyQueue.Batch batch = new ReadyQueue.Batch(execution, ready.toArray(), now);
            ready.clear();
            if (unsaved == null) {
                machinery.ready().enqueue(priority, batch, byWorker);
            } else {
                unsaved.after(() -> machinery.ready().enqueue(priority, batch, false));
            }
        }
    }

    private void refreshStatus() {
        if (progress.ended()) {
            if (!execution.status.isTerminal()) {
                endExecution();
            }
        } else {
            boolean held = execution.heldByHand || progress.isWithholding();
            ExecutionStatus status = held ? ExecutionStatus.HELD : ExecutionStatus.RUNNING;
            if (execution.status != status) {
                execution.status = status;
            }
        }
    }

    private void endExecution() {
        execution.timers.forEach(timer -> timer.cancel());
        execution.timers.clear();
        execution.heldByHand = false;
        execution.ended = now;
        execution.status = endStatus();
        Admissions.executionOver(this);
        machinery.externals().ended(this);
        CompletableFuture<@Nullable Void> end = execution.end;
        after(() -> machinery.executionEnded(execution, end));
    }

    private ExecutionStatus endStatus() {
        if (execution.cancelled) {
            return ExecutionStatus.CANCELLED;
        }
        if (execution.timedOut) {
            return ExecutionStatus.TIMEOUT;
        }
        boolean cancelled = false;
        for (int step = 0; step < execution.plan.size(); step++) {
            RunStatus end = progress.status(step);
            if (end.countsAsFailure() && !execution.plan.mayFail(step)) {
                // A step that the workflow itself cancelled, because another failed, is not what it failed of.
                if (end != RunStatus.CANCELLED) {
                    return ExecutionStatus.FAILURE;
                }
                cancelled = true;
            }
        }
        return cancelled ? ExecutionStatus.CANCELLED : ExecutionStatus.SUCCESS;
    }

    // ---- starts

    /** Starts the execution. */
    void start() {
        if (!execution.begun) {
            begin();
            armLimits();
            progress.start(effects);
        }
    }

    private void begin() {
        execution.begun = true;
        execution.begunAt = now;
        machinery.notifier().executionStarted(execution, now);
    }

    /** Sets the workflow's own time limits, counted from when it began. */
    void armLimits() {
        armLimit(execution.policy.limits().timeout(), Commands::timeOut);
        armLimit(execution.policy.limits().deadline(), Commands::missDeadline);
    }

    private void armLimit(@Nullable Duration limit, Consumer<Turn> reached) {
        if (limit != null) {
            Duration left = limit.minus(machinery.time().micros() - execution.begunAt, ChronoUnit.MICROS);
            Duration wait = left.isNegative() ? Duration.ZERO : left;
            execution.timers.add(machinery.time().after(wait, () -> machinery.tell(execution, reached)));
        }
    }

    /** Ends every run as skipped, the final step included: the execution was kept out as a whole. */
    void keepOut(Why why) {
        begin();
        for (int step = 0; step < execution.plan.size(); step++) {
            settle(step, RunStatus.SKIPPED, why);
        }
        effects.clear();
    }
}

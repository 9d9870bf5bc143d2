package dev.baton.internal.execution;

import dev.baton.ExecutionStatus;
import dev.baton.OnFailure;
import dev.baton.RunStatus;
import dev.baton.graph.Effects;
import dev.baton.graph.IntList;
import dev.baton.graph.Progress;
import dev.baton.spi.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn at an execution, which one thread has at a time: it applies messages to the state, asks {@link Progress} for
 * the consequences, and ends in a {@link Change}. This is the only code that advances an execution. It calls no outside
 * code: everything outside is an effect of the change.
 */
public final class Turn {

    private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

    private final LiveExecution execution;
    private final Advancer.Surroundings around;
    private final Effects effects = new Effects();
    private final Offers offers;
    private @Nullable Change change;
    private @Nullable Thread holder;
    private long now;

    Turn(LiveExecution execution, Advancer.Surroundings around) {
        this.execution = execution;
        this.around = around;
        this.offers = new Offers(this);
    }

    /** The execution whose turn it is. */
    public LiveExecution execution() {
        return execution;
    }

    Advancer.Surroundings around() {
        return around;
    }

    Effects effects() {
        return effects;
    }

    Offers offers() {
        return offers;
    }

    long now() {
        return now;
    }

    boolean isHeldByThisThread() {
        return holder == Thread.currentThread();
    }

    /** Applies a message and its consequences. A message that cannot be applied fails its run. */
    void apply(Message message) {
        now = message.happened();
        holder = Thread.currentThread();
        ExecutionStatus before = execution.statusNow();
        try {
            if (message.isOnItsOwn()) {
                change().setOnItsOwn();
            }
            message.apply(this);
            follow();
            tellOfHold(before);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a message could not be applied", execution, e);
            fail(message.step(), e);
        } finally {
            offers.tellScheduled();
            holder = null;
        }
    }

    /**
     * Publishes the beginning and end of a hold, by a person or by a failed step, by comparing statuses: both can
     * change in many ways.
     */
    private void tellOfHold(ExecutionStatus before) {
        ExecutionStatus after = execution.statusNow();
        if (before != after && around.listening()) {
            if (after == ExecutionStatus.HELD) {
                then(ExecutionHappening.held(execution, now));
            } else if (before == ExecutionStatus.HELD && execution.state() == ExecutionState.RUNNING) {
                then(ExecutionHappening.released(execution, now));
            }
        }
    }

    private void fail(int step, Throwable error) {
        try {
            if (step != Message.NO_STEP && !execution.states().get(step).isTerminal()) {
                Failure failure = Failure.of(error);
                execution.runs().details(step).failure = failure;
                end(step, RunStatus.FAILURE, EndReason.BODY, failure);
            }
            follow();
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a run could not be ended", execution, e);
        }
    }

    /** Ends the turn. Returns its change; null if it changed nothing. */
    @Nullable Change end() {
        offers.flush();
        Change done = change;
        change = null;
        if (done == null || done.isEmpty()) {
            return null;
        }
        done.seal();
        return done;
    }

    /** Whether the change must be recorded in a body's transaction, and so separately. */
    boolean bringsTransaction() {
        return change != null && change.hasTransaction();
    }

    // ---- the change

    private Change change() {
        Change known = change;
        if (known == null) {
            known = new Change(execution);
            change = known;
        }
        return known;
    }

    /** Marks a run to be recorded. */
    public void touch(int step) {
        change().touch(step);
    }

    /** Marks a run to be recorded with what its attempt leaves while it runs. */
    public void touchByAttempt(int step) {
        touch(step);
        byAttempt(step);
    }

    void byAttempt(int step) {
        change().byAttempt(step);
    }

    /** Adds an effect, which happens once the change is recorded. */
    public void then(Effect effect) {
        change().then(effect);
    }

    /**
     * Tells the holder of a lease to stop, as soon as the turn is over. That need not wait for the record, and the body
     * itself, with an open transaction, may be what keeps the change from being recorded.
     */
    void stop(Lease lease, StopReason reason) {
        change().signal((handler, byWorker) -> handler.stop(lease, reason));
    }

    /** Sets the transaction of a body, which is committed with the change. */
    void bring(Store.@Nullable Transaction transaction) {
        change().bring(transaction);
    }

    /** Creates another execution with this change: both are recorded, or neither is. */
    void create(Successors.Started started) {
        change().create(started);
        then((handler, byWorker) -> handler.created(started.start()));
    }

    void leave(Permit permit) {
        change().leave(new Store.ReturnedPermit(permit.gate().name(), execution.id(), permit.step()));
        then((handler, byWorker) -> handler.leave(permit));
    }

    void move(int step, RunState next) {
        execution.states().move(step, next);
        change().moved(step);
    }

    /** Notes that the state of a run has changed; users see it once the change is recorded. */
    void moved(int step) {
        change().moved(step);
    }

    /** Withdraws a ready run from workers; if a worker has it already, returns the lease. */
    @Nullable Lease revoke(int step) {
        RunState state = execution.states().get(step);
        return state == RunState.READY
                ? execution.states().moveUnlessRunning(step, RunState.PARKED)
                : execution.states().lease(step);
    }

    // ---- ends

    /**
     * Offers the run of a waiting body that now has work for a worker, in this attempt and in later ones. If it was told
     * to stop, its run ends: nothing of it runs that would have to stop.
     */
    public void handToWorker(Lease lease) {
        int step = lease.step();
        if (execution.states().lease(step) != lease) {
            return;
        }
        if (lease.stopped() != null) {
            AttemptEnds.ended(this, lease, false);
            return;
        }
        lease.cancelTimers();
        if (!Stops.endIfTold(this, step)) {
            RunDetails details = execution.runs().details(step);
            details.hasWork = true;
            details.setWaitsSince(0);
            Admissions.open(this, step);
        }
    }

    /**
     * Ends a ready or running run, and resolves the edges to its children as the failure policy of the workflow says.
     */
    public void end(int step, RunStatus end, EndReason why, @Nullable Failure failure) {
        record(step, end, why, failure);
        boolean counts = end.countsAsFailure()
                && !execution.plan().mayFail(step)
                && !execution.state().isStopping();
        OnFailure reaction = counts ? execution.policy().onFailure() : OnFailure.CASCADE;
        Progress progress = execution.progress();
        switch (reaction) {
            case CASCADE -> progress.finish(step, end, effects);
            case HOLD -> progress.withhold(step, end);
            case FAIL_FAST -> {
                execution.setState(ExecutionState.FAILING_FAST);
                progress.settle(step, end, effects);
                Stops.stopOthers(this, StopReason.FAIL_FAST);
                offers.unpark();
            }
        }
    }

    /** Ends a run of an execution that has not begun; nothing follows from that before it begins. */
    void settleBeforeStart(int step, RunStatus end, EndReason why) {
        record(step, end, why, null);
        execution.progress().settleBeforeStart(step, end);
    }

    /** Records that a person marked a step. */
    void markEnded(int step, RunStatus end) {
        if (execution.states().get(step).isTerminal()) {
            execution.states().reopen(step);
        }
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null && end.countsAsSuccess()) {
            details.failure = null;
        }
        record(step, end, EndReason.MARKED, null);
    }

    private void record(int step, RunStatus end, EndReason why, @Nullable Failure failure) {
        execution.states().move(step, RunState.ended(end));
        recordEnd(step, end, why, failure);
    }

    void recordEnd(int step, RunStatus end, EndReason why, @Nullable Failure failure) {
        Change into = change();
        into.moved(step);
        into.touch(step);
        execution.runs().setEnd(step, now, why);
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details != null) {
            details.cancelRetry();
            details.setWaitsSince(0);
            Admissions.runOver(this, step, details);
        }
        offers.freeSlot(step);
        tellWatchers(step, end);
        if (around.listening()) {
            offers.tellScheduled();
            then(RunHappening.ended(execution, step, end, now, failure));
        }
    }

    private void tellWatchers(int step, RunStatus end) {
        List<Watcher> all = execution.watchers();
        if (!all.isEmpty()) {
            List<Watcher> told =
                    all.stream().filter(watcher -> watcher.step() == step).toList();
            all.removeIf(watcher -> watcher.step() == step);
            then((handler, byWorker) -> handler.ended(execution, told, end));
        }
    }

    // ---- what follows

    /** Acts on the effects of {@link Progress} until there are no more. */
    private void follow() {
        IntList skipped = effects.skipped();
        IntList becameReady = effects.ready();
        int nextSkipped = 0;
        int nextReady = 0;
        while (nextSkipped < skipped.size() || nextReady < becameReady.size()) {
            if (nextSkipped < skipped.size()) {
                record(skipped.get(nextSkipped++), RunStatus.SKIPPED, EndReason.CONDITION, null);
            } else {
                admit(becameReady.get(nextReady++));
            }
        }
        effects.clear();
        if (execution.progress().ended() && !execution.state().isTerminal()) {
            endExecution();
        }
    }

    /** Admits a run that became ready, unless the same turn has ended it. One that cannot be admitted has failed. */
    private void admit(int step) {
        if (execution.states().get(step).isTerminal()) {
            return;
        }
        try {
            Admissions.admit(this, step);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: step {} could not become ready", execution, step, e);
            Failure failure = Failure.of(e);
            execution.runs().details(step).failure = failure;
            end(step, RunStatus.FAILURE, EndReason.BODY, failure);
        }
    }

    /** Puts a ready run that a worker found in a held execution back: it is parked, or offered again. */
    public void putBack(int step) {
        offers.offerAgain(step);
    }

    private void endExecution() {
        execution.limits().forEach(Due::cancel);
        execution.limits().clear();
        execution.setEnded(now);
        ExecutionStatus status = Endings.soFar(execution);
        execution.setState(ExecutionState.ended(status));
        Admissions.executionOver(this);
        Successors.start(this, status);
        tellWatchers(Permit.WHOLE, Endings.asRun(status));
        CompletableFuture<@Nullable Void> end = execution.end();
        then((handler, byWorker) -> handler.executionEnded(execution, end));
    }

    /** Schedules an action in a turn at a time. */
    Due arm(long at, int step, Consumer<Turn> what) {
        Due due = new Due(execution, step, at, what);
        then((handler, byWorker) -> handler.arm(due));
        return due;
    }
}

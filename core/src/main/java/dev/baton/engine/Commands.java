package dev.baton.engine;

import dev.baton.Approval;
import dev.baton.Execution.Cancellation;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.RunStatus;
import dev.baton.error.NotPossibleException;
import dev.baton.graph.Plan;
import dev.baton.graph.Progress;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person, or a clock, does to an execution: each within a {@link Turn}. */
final class Commands {

    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

    private Commands() {}

    /** Ends the execution early; called a second time, its final step as well. */
    static Cancellation cancel(Turn turn, Why why, Stop stop) {
        LiveExecution execution = turn.execution();
        if (execution.status.isTerminal()) {
            return new Cancellation(0, 0, execution.plan.size());
        }
        boolean again = execution.cancelled;
        boolean neverBegun = !execution.begun;
        execution.begun = true;
        execution.cancelled = true;
        execution.heldByHand = false;
        Turn.Stopped stopped = turn.stopOthers(RunStatus.CANCELLED, why, stop);
        Cancellation others = new Cancellation(stopped.neverStarted(), stopped.signalled(), stopped.ended());
        if (execution.plan.finalStep().isEmpty()) {
            return others;
        }
        int last = execution.plan.finalStep().getAsInt();
        if (!again && !neverBegun) {
            unpark(turn);
            return others;
        }
        RunStatus was = turn.stopOne(last, RunStatus.CANCELLED, why, stop);
        return new Cancellation(
                others.neverStarted() + (was == RunStatus.BLOCKED ? 1 : 0),
                others.signalled() + (was == RunStatus.RUNNING ? 1 : 0),
                others.alreadyEnded() + (was.isTerminal() ? 1 : 0));
    }

    /** Cancels one run; its children see a failure. */
    static Cancellation cancelStep(Turn turn, int step, Why why, Stop stop) {
        if (turn.execution().progress.status(step).isTerminal()) {
            return new Cancellation(0, 0, 1);
        }
        if (turn.revoke(step) instanceof Attempt attempt) {
            attempt.stop(stop);
            return new Cancellation(0, 1, 0);
        }
        turn.end(step, RunStatus.CANCELLED, why, null);
        return new Cancellation(1, 0, 0);
    }

    /** A person answers a step that asks for it. */
    static void answer(Turn turn, int step, boolean approved, String comment) {
        LiveExecution execution = turn.execution();
        boolean waits = execution.leases.get(step) instanceof Attempt
                && execution.nodes[step].job().body() instanceof Approval;
        if (!waits || !(execution.leases.get(step) instanceof Attempt attempt)) {
            throw new NotPossibleException("step \"" + execution.plan.name(step) + "\" of " + execution
                    + " does not wait for an approval: its status is " + execution.status(step) + ".");
        }
        if (approved) {
            attempt.succeed(comment);
        } else {
            attempt.fail(new NotPossibleException("rejected: " + comment));
        }
    }

    /** The execution ran past its own time limit. */
    static void timeOut(Turn turn) {
        LiveExecution execution = turn.execution();
        if (!execution.status.isTerminal() && !execution.isStopping()) {
            execution.timedOut = true;
            execution.heldByHand = false;
            turn.stopOthers(RunStatus.SKIPPED, Why.EXECUTION_TIMEOUT, Stop.EXECUTION_TIMEOUT);
            unpark(turn);
        }
    }

    /** The execution ran past its deadline: it goes on, but somebody should know. */
    static void missDeadline(Turn turn) {
        if (!turn.execution().status.isTerminal()) {
            LOG.warn("{} has run past its deadline", turn.execution());
            turn.machinery().notifier().deadlineMissed(turn.execution(), turn.now());
        }
    }

    static void hold(Turn turn) {
        LiveExecution execution = turn.execution();
        if (execution.status.isTerminal()) {
            throw new NotPossibleException(execution + " has ended: there is nothing to hold.");
        }
        execution.heldByHand = true;
    }

    static void release(Turn turn) {
        turn.execution().heldByHand = false;
        unpark(turn);
    }

    /** A worker found a run whose execution is held: aside with it, unless the hold is over already. */
    static void park(Turn turn, int step) {
        if (turn.execution().leases.get(step) == LiveExecution.OPEN) {
            turn.offer(step);
        }
    }

    private static void unpark(Turn turn) {
        LiveExecution execution = turn.execution();
        int[] steps = execution.parked.toArray();
        execution.parked.clear();
        for (int step : steps) {
            park(turn, step);
        }
    }

    /** Runs again what failed. */
    static void retry(Turn turn) {
        Progress progress = turn.execution().progress;
        IntPredicate failed = step -> progress.status(step).countsAsFailure();
        boolean any = false;
        for (int step = 0; step < turn.execution().plan.size() && !any; step++) {
            any = failed.test(step);
        }
        if (!any) {
            throw new NotPossibleException(turn.execution() + " cannot be retried: none of its steps has failed.");
        }
        reopen(turn, failed);
    }

    /** Runs one failed step again. */
    static void retryStep(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        RunStatus status = execution.status(step);
        if (!status.countsAsFailure()) {
            throw new NotPossibleException("step \"" + execution.plan.name(step) + "\" of " + execution
                    + " cannot be retried: it has not failed, its status is " + status + ".");
        }
        reopen(turn, s -> s == step);
    }

    private static void reopen(Turn turn, IntPredicate again) {
        LiveExecution execution = turn.execution();
        RunStatus[] before = execution.progress.statuses();
        reactivate(turn);
        // A reducer has put together what is to change now.
        IntPredicate all = execution.definition instanceof FanoutDefinition
                ? again.or(step -> execution.plan.name(step).equals(Fanout.REDUCER))
                : again;
        execution.progress.reopen(all, becauseOfOthers(execution), turn.effects());
        forgetEnds(turn, before);
    }

    /** Ends a step by hand. */
    static void mark(Turn turn, int step, RunStatus end) {
        LiveExecution execution = turn.execution();
        Plan plan = execution.plan;
        if (end != RunStatus.SUCCESS && end != RunStatus.SKIPPED) {
            throw new NotPossibleException("a step can be marked as success or as skipped, not as " + end + ".");
        }
        RunStatus status = execution.status(step);
        if (status.countsAsSuccess()) {
            throw new NotPossibleException("step \"" + plan.name(step) + "\" of " + execution
                    + " cannot be marked: it has succeeded, and a success is kept.");
        }
        if (turn.revoke(step) instanceof Attempt attempt) {
            attempt.stop(Stop.CANCELLED);
            execution.leases.set(step, null);
        }
        RunStatus[] before = execution.progress.statuses();
        reactivate(turn);
        execution.begun = true;
        if (status.isTerminal()) {
            notePastAttempt(execution, step, status);
        }
        turn.markEnded(step, end);
        execution.progress.mark(step, end, becauseOfOthers(execution), turn.effects());
        before[step] = end;
        forgetEnds(turn, before);
    }

    private static IntPredicate becauseOfOthers(LiveExecution execution) {
        return step -> Why.of(execution.why[step]).becauseOfOthers();
    }

    /** An ended execution that goes on: as if it had never ended. */
    private static void reactivate(Turn turn) {
        LiveExecution execution = turn.execution();
        execution.cancelled = false;
        execution.timedOut = false;
        execution.failedFast = false;
        if (execution.status.isTerminal()) {
            execution.status = ExecutionStatus.RUNNING;
            execution.end = new CompletableFuture<>();
            execution.begunAt = turn.now();
            turn.armLimits();
            turn.after(() -> turn.machinery().executionReopened(execution));
        }
    }

    /** Keeps how a run's last attempt ended, before the run itself says something else. */
    private static void notePastAttempt(LiveExecution execution, int step, RunStatus end) {
        if (execution.attempts[step] > 0) {
            String reason = Reasons.ofEnd(execution, step, end);
            execution.note(step).attemptOver(Snapshots.attempt(execution, step, execution.finished[step], end, reason));
        }
    }

    /** Clears what the steps that are open again said about their former end; their attempts go on counting. */
    private static void forgetEnds(Turn turn, RunStatus[] before) {
        LiveExecution execution = turn.execution();
        for (int step = 0; step < before.length; step++) {
            boolean openAgain = before[step].isTerminal() && execution.progress.status(step) != before[step];
            if (openAgain) {
                turn.touch(step);
                notePastAttempt(execution, step, before[step]);
                execution.finished[step] = 0;
                execution.why[step] = (byte) Why.BODY.ordinal();
                if (execution.attempts[step] > 0) {
                    Notes notes = execution.note(step);
                    notes.earlierAttempts = execution.attempts[step];
                    notes.firstStarted = 0;
                    notes.words = null;
                }
            }
        }
    }
}

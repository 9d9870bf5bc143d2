package dev.baton.internal.execution;

import dev.baton.Approval;
import dev.baton.Execution.Cancellation;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.error.NotPossibleException;
import dev.baton.graph.IntList;
import dev.baton.graph.Plan;
import dev.baton.internal.definition.FanoutDefinition;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands of people and timers to an execution. All methods are called within a {@link Turn}. */
final class Commands {

    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

    private Commands() {}

    /**
     * Cancels the execution; a second call cancels its final step as well.
     *
     * @param repeated whether this may be the first call once more
     */
    static Cancellation cancel(Turn turn, StopReason stop, boolean repeated) {
        LiveExecution execution = turn.execution();
        if (execution.state().isTerminal()) {
            return new Cancellation(0, 0, execution.plan().size());
        }
        boolean again = execution.state() == ExecutionState.CANCELLING;
        boolean neverBegun = !execution.hasBegun();
        if (!again) {
            execution.setState(ExecutionState.CANCELLING);
        }
        Stops.Stopped stopped = Stops.stopOthers(turn, stop);
        OptionalInt last = execution.plan().finalStep();
        if (last.isPresent() && ((again && !repeated) || neverBegun)) {
            stopped = stopped.plus(Stops.stopOne(turn, last.getAsInt(), stop));
        } else {
            turn.offers().unpark();
        }
        return new Cancellation(stopped.neverStarted(), stopped.signalled(), stopped.ended());
    }

    /** Cancels one run; its children see a failure. */
    static Cancellation cancelStep(Turn turn, int step, StopReason stop) {
        LiveExecution execution = turn.execution();
        if (execution.states().get(step).isTerminal()) {
            return new Cancellation(0, 0, 1);
        }
        Lease lease = turn.revoke(step);
        if (lease != null) {
            // Recorded before the caller hears of it: a crash while the body stops does not undo the cancellation.
            RunDetails details = execution.runs().details(step);
            if (details.told() == null) {
                details.setTold(stop);
                turn.touch(step);
            }
            turn.stop(lease, stop);
            return new Cancellation(0, 1, 0);
        }
        if (execution.hasBegun()) {
            turn.end(step, stop.endBeforeStart(), stop.why(), null);
        } else {
            // What follows from it is decided when the execution begins.
            turn.settleBeforeStart(step, stop.endBeforeStart(), stop.why());
        }
        return new Cancellation(1, 0, 0);
    }

    /** Answers a step that waits for a person. The caller gets its answer once the end of the run is recorded. */
    static void answer(Turn turn, int step, ApprovalAnswer answer) {
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().details(step);
        if (details.wasRunning) {
            // Its execution is in memory again, but the turn that resumes it is yet to come.
            throw new MovedException();
        }
        boolean early = isAboutToAsk(execution, step, details);
        // Workers take ready runs at any moment: only a run that was withdrawn has certainly not begun.
        Lease lease = early ? turn.revoke(step) : execution.states().lease(step);
        boolean waits = lease == null ? early : lease.awaitsApproval() && lease.stopped() == null;
        if (!waits) {
            throw new NotPossibleException("step \"" + execution.plan().name(step) + "\" of " + execution
                    + " does not wait for an approval: its status is " + execution.status(step) + ".");
        }
        if (lease == null) {
            execution.runs().setAttempt(step, execution.runs().attempts(step) + 1, turn.now());
        } else {
            AttemptEnds.answered(turn, lease);
        }
        Failure rejection = answer.failure();
        if (rejection == null) {
            execution.runs().setOutput(step, Objects.requireNonNull(answer.output()));
            turn.end(step, RunStatus.SUCCESS, EndReason.BODY, null);
        } else {
            details.failure = rejection;
            turn.end(step, RunStatus.FAILURE, EndReason.BODY, rejection);
        }
    }

    /**
     * Whether a run has not begun to wait and certainly will: its execution was just loaded and it goes on waiting, or
     * no guard can keep it from asking. A person who has seen the question before a restart need not wait for that.
     */
    private static boolean isAboutToAsk(LiveExecution execution, int step, RunDetails details) {
        Job job = execution.node(step).job();
        boolean certain = details.waitsOn() || job.policy().guard() == null;
        return switch (execution.states().get(step)) {
            case READY -> job.body() instanceof Approval && certain;
            case PARKED -> details.waitsOn();
            default -> false;
        };
    }

    /** Ends an execution that exceeded its time limit. */
    static void timeOut(Turn turn) {
        LiveExecution execution = turn.execution();
        if (!execution.state().isTerminal() && !execution.state().isStopping()) {
            execution.setState(ExecutionState.TIMING_OUT);
            Stops.stopOthers(turn, StopReason.EXECUTION_TIMEOUT);
            turn.offers().unpark();
        }
    }

    /** Reports that the execution missed its deadline; it continues. */
    static void missDeadline(Turn turn) {
        LiveExecution execution = turn.execution();
        if (!execution.state().isTerminal()) {
            LOG.warn("{} has run past its deadline", execution);
            if (turn.around().listening()) {
                turn.then(ExecutionHappening.deadlineMissed(execution, turn.now()));
            }
        }
    }

    static void hold(Turn turn) {
        LiveExecution execution = turn.execution();
        switch (execution.state()) {
            case CREATED -> execution.setState(ExecutionState.HELD_AT_START);
            case RUNNING -> execution.setState(ExecutionState.HELD);
            case HELD, HELD_AT_START -> LOG.debug("{} is held already", execution);
            case CANCELLING, TIMING_OUT, FAILING_FAST ->
                throw new NotPossibleException(execution + " is stopping: there is nothing left to hold.");
            default -> throw new NotPossibleException(execution + " has ended: there is nothing to hold.");
        }
    }

    static void release(Turn turn) {
        LiveExecution execution = turn.execution();
        if (execution.state() == ExecutionState.HELD_AT_START) {
            execution.setState(ExecutionState.CREATED);
        } else if (execution.state() == ExecutionState.HELD) {
            execution.setState(ExecutionState.RUNNING);
            turn.offers().unpark();
        }
    }

    /** Retries the failed steps. */
    static void retry(Turn turn) {
        LiveExecution execution = turn.execution();
        IntPredicate again = step -> execution.progress().status(step).countsAsFailure()
                || isLeftOut(execution, step, EndReason.FAIL_FAST)
                || isLeftOut(execution, step, EndReason.EXECUTION_TIMEOUT);
        boolean any = false;
        for (int step = 0; step < execution.plan().size() && !any; step++) {
            any = again.test(step);
        }
        if (!any) {
            throw new NotPossibleException(execution + " cannot be retried: none of its steps has failed.");
        }
        reopen(turn, again);
    }

    /** Whether a step was skipped with all that had not started: it need not have parents that reopen it with them. */
    private static boolean isLeftOut(LiveExecution execution, int step, EndReason why) {
        return execution.progress().status(step) == RunStatus.SKIPPED
                && execution.runs().why(step) == why;
    }

    /** Retries one failed step; a step that waits out its retry delay starts at once. */
    static void retryStep(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        if (Retries.startNow(turn, step)) {
            return;
        }
        RunStatus status = execution.states().get(step).status();
        if (!status.countsAsFailure()) {
            throw new NotPossibleException("step \"" + execution.plan().name(step) + "\" of " + execution
                    + " cannot be retried: it has not failed, its status is " + status + ".");
        }
        reopen(turn, s -> s == step || isLeftOut(execution, s, EndReason.FAIL_FAST));
    }

    private static void reopen(Turn turn, IntPredicate again) {
        LiveExecution execution = turn.execution();
        RunStatus[] before = execution.progress().statuses();
        boolean hadEnded = reactivate(turn);
        // The reducer combined results that are about to change.
        IntPredicate all = execution.definition() instanceof FanoutDefinition
                ? again.or(step -> execution.plan().name(step).equals(Fanout.REDUCER))
                : again;
        execution.progress().reopen(all, becauseOfOthers(execution), turn.effects());
        Beginning.start(turn);
        forgetEnds(turn, before, hadEnded);
    }

    /** Ends a step by hand. */
    static void mark(Turn turn, int step, RunStatus end) {
        LiveExecution execution = turn.execution();
        Plan plan = execution.plan();
        if (end != RunStatus.SUCCESS && end != RunStatus.SKIPPED) {
            throw new NotPossibleException("a step can be marked as success or as skipped, not as " + end + ".");
        }
        RunStatus status = execution.states().get(step).status();
        if (status.countsAsSuccess()) {
            throw new NotPossibleException("step \"" + plan.name(step) + "\" of " + execution
                    + " cannot be marked: it has succeeded, and a success is kept.");
        }
        Lease lease = turn.revoke(step);
        if (lease != null) {
            turn.stop(lease, StopReason.CANCELLED);
        }
        RunStatus[] before = execution.progress().statuses();
        boolean hadEnded = reactivate(turn);
        if (status.isTerminal()) {
            notePastAttempt(execution, step, status);
        }
        turn.markEnded(step, end);
        IntPredicate leftOut = other -> isLeftOut(execution, other, EndReason.FAIL_FAST);
        execution.progress().mark(step, end, leftOut, becauseOfOthers(execution), turn.effects());
        keepStarted(turn, step);
        Beginning.start(turn);
        before[step] = end;
        forgetEnds(turn, before, hadEnded);
    }

    /** Records that children of a changed step were let start before: a node that takes over must not decide it anew. */
    private static void keepStarted(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        for (int child : execution.plan().children(step)) {
            RunState state = execution.states().get(child);
            if (state != RunState.BLOCKED && !state.isTerminal()) {
                turn.touch(child);
            }
        }
    }

    private static IntPredicate becauseOfOthers(LiveExecution execution) {
        return step -> execution.runs().why(step).becauseOfOthers();
    }

    /**
     * Reopens an ended execution, as if it had never ended. One that has not begun is started after the change of its
     * steps, so that nothing follows from their former ends.
     *
     * @return whether it had ended
     */
    private static boolean reactivate(Turn turn) {
        LiveExecution execution = turn.execution();
        ExecutionState state = execution.state();
        if (state.isTerminal()) {
            execution.restoreState(ExecutionState.RUNNING);
            execution.reopenEnd();
            Beginning.armLimits(turn, turn.now());
            turn.then((handler, byWorker) -> handler.executionReopened(execution));
        } else if (state.isStopping()) {
            execution.setState(ExecutionState.RUNNING);
        }
        return state.isTerminal();
    }

    /** Keeps the end of a run's last attempt, before the run's own status is overwritten. */
    private static void notePastAttempt(LiveExecution execution, int step, RunStatus end) {
        if (execution.runs().attempts(step) > 0) {
            String reason = ReasonText.ofEnd(execution, step, end);
            execution.runs().keepAttempt(step, execution.runs().finished(step), end, reason);
        }
    }

    /** Clears the former ends of reopened steps; their attempts keep counting. */
    private static void forgetEnds(Turn turn, RunStatus[] before, boolean hadEnded) {
        LiveExecution execution = turn.execution();
        IntList skippedAgain = turn.effects().skipped();
        for (int i = 0; i < skippedAgain.size(); i++) {
            // Re-evaluated with the same result.
            if (execution.states().get(skippedAgain.get(i)).isTerminal()) {
                execution.states().reopen(skippedAgain.get(i));
            }
        }
        for (int step = 0; step < before.length; step++) {
            boolean openAgain =
                    before[step].isTerminal() && execution.progress().status(step) != before[step];
            if (openAgain) {
                if (execution.states().get(step).isTerminal()) {
                    execution.states().reopen(step);
                }
                turn.moved(step);
                turn.touch(step);
                keepStarted(turn, step);
                notePastAttempt(execution, step, before[step]);
                execution.runs().setEnd(step, 0, EndReason.BODY);
                if (hadEnded) {
                    execution.runs().details(step).setReopened(turn.now());
                }
                RunDetails known = execution.runs().detailsOrNull(step);
                if (known != null) {
                    known.setTold(null);
                }
                if (execution.runs().attempts(step) > 0) {
                    RunDetails details = execution.runs().details(step);
                    details.earlierAttempts = execution.runs().attempts(step);
                    details.firstStarted = 0;
                    details.words = null;
                }
            }
        }
    }
}

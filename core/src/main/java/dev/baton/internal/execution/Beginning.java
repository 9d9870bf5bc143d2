package dev.baton.internal.execution;

import dev.baton.RunStatus;
import dev.baton.WorkflowPolicy;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The beginning of executions, and what keeps them from it. Methods that take a {@link Turn} are called within it. */
public final class Beginning {

    private Beginning() {}

    /** Lets the execution begin, once it is due and its overlap policy admits it. */
    public static void begin(Turn turn) {
        LiveExecution execution = turn.execution();
        if (execution.hasBegun() || execution.isAtGate()) {
            return;
        }
        long notBefore = execution.cause().notBefore();
        if (notBefore > turn.around().time().micros()) {
            turn.arm(notBefore, Message.NO_STEP, Beginning::begin);
        } else if (Admissions.isKeptOut(execution)) {
            keepOut(turn, EndReason.PAUSED);
        } else if (Admissions.isLimited(execution)) {
            execution.setAtGate();
            Admissions.enterExecution(turn, GateRequest.Again.FIRST);
        } else {
            start(turn);
        }
    }

    /**
     * Sets the earliest start of an execution that has not begun.
     *
     * @return whether it has not begun
     */
    static boolean reschedule(Turn turn, long notBefore) {
        LiveExecution execution = turn.execution();
        if (execution.hasBegun() || execution.isAtGate()) {
            return false;
        }
        execution.setCause(execution.cause().at(notBefore));
        begin(turn);
        return true;
    }

    /** Starts the execution. */
    static void start(Turn turn) {
        LiveExecution execution = turn.execution();
        if (!execution.hasBegun()) {
            boolean held = execution.state() == ExecutionState.HELD_AT_START;
            execution.setState(held ? ExecutionState.HELD : ExecutionState.RUNNING);
            setBegun(turn);
            armLimits(turn, execution.begunAt());
            if (execution.progress().remaining() == execution.plan().size()) {
                execution.progress().start(turn.effects());
            } else {
                // Some of its steps were cancelled before.
                execution.progress().goOn(turn.effects());
            }
        }
    }

    private static void setBegun(Turn turn) {
        turn.execution().setBegunAt(turn.now());
        if (turn.around().listening()) {
            turn.then(ExecutionHappening.started(turn.execution(), turn.now()));
        }
    }

    /** Sets the workflow's own time limits, counted from when it began, or was last opened again. */
    static void armLimits(Turn turn, long from) {
        WorkflowPolicy.Limits limits = turn.execution().policy().limits();
        armLimit(turn, limits.timeout(), from, Commands::timeOut);
        armLimit(turn, limits.deadline(), from, Commands::missDeadline);
    }

    private static void armLimit(Turn turn, @Nullable Duration limit, long from, Consumer<Turn> reached) {
        if (limit != null) {
            turn.execution().limits().add(turn.arm(from + Time.toMicros(limit), Message.NO_STEP, reached));
        }
    }

    /** From when the time limits of an execution count, in microseconds: since it began, or was last opened again. */
    public static long limitsCountFrom(LiveExecution execution) {
        long from = execution.begunAt();
        for (int step = 0; step < execution.plan().size(); step++) {
            RunDetails details = execution.runs().detailsOrNull(step);
            from = details == null ? from : Math.max(from, details.reopened());
        }
        return from;
    }

    /** Ends every run as skipped, the final step included: the execution was kept out as a whole. */
    static void keepOut(Turn turn, EndReason why) {
        LiveExecution execution = turn.execution();
        if (execution.hasBegun()) {
            return;
        }
        execution.setState(ExecutionState.RUNNING);
        setBegun(turn);
        for (int step = 0; step < execution.plan().size(); step++) {
            if (!execution.states().get(step).isTerminal()) {
                turn.settleBeforeStart(step, RunStatus.SKIPPED, why);
            }
        }
    }
}

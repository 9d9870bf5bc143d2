package dev.baton.internal.execution;

import dev.baton.RunStatus;
import org.jspecify.annotations.Nullable;

/** The answers of gates to requests for permits. All methods are called within a {@link Turn}. */
public final class GateAnswers {

    private GateAnswers() {}

    /** Handles a granted permit. A run that no longer needs it returns it. */
    public static void admitted(Turn turn, Permit permit) {
        LiveExecution execution = turn.execution();
        if (permit.step() == Permit.WHOLE) {
            if (execution.hasBegun()) {
                giveBackUnlessHeld(turn, permit);
            } else {
                Beginning.start(turn);
            }
            return;
        }
        int step = permit.step();
        RunDetails details = execution.runs().detailsOrNull(step);
        if (details == null || !Admissions.isSame(permit.gate(), details.waitsAt)) {
            if (details == null || details.gates.stream().noneMatch(held -> Admissions.isSame(held, permit.gate()))) {
                turn.leave(permit);
            }
            return;
        }
        details.waitsAt = null;
        if (execution.states().get(step) == RunState.GATED) {
            Admissions.open(turn, step);
        }
    }

    /** The execution has begun in another way, or has ended, and no longer needs the permit. */
    private static void giveBackUnlessHeld(Turn turn, Permit permit) {
        if (turn.execution().state().isTerminal()) {
            turn.leave(permit);
        }
    }

    /**
     * A permit was refused: what asked for it is not to wait.
     *
     * @param holder the run or execution that is in; null when that is not known
     */
    public static void refused(Turn turn, Permit permit, @Nullable String holder) {
        if (permit.step() == Permit.WHOLE) {
            if (holder != null && !turn.execution().hasBegun()) {
                // Once, however many steps there are.
                turn.execution().runs().details(0).words = EndReason.EXECUTION_OVERLAP.words() + ": " + holder;
            }
            Beginning.keepOut(turn, EndReason.EXECUTION_OVERLAP);
            return;
        }
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().detailsOrNull(permit.step());
        if (details != null && Admissions.isSame(permit.gate(), details.waitsAt)) {
            details.gates.removeIf(in -> Admissions.isSame(in, permit.gate()));
            details.waitsAt = null;
            details.words = holder == null ? null : EndReason.OVERLAP.words() + ": " + holder;
            turn.end(permit.step(), RunStatus.SKIPPED, EndReason.OVERLAP, null);
        }
    }

    /** Ends the holder of a permit, because a newer one takes its place. */
    public static void replaced(Turn turn, Permit permit) {
        if (permit.step() == Permit.WHOLE) {
            Commands.cancel(turn, StopReason.REPLACED, false);
        } else {
            Commands.cancelStep(turn, permit.step(), StopReason.REPLACED);
        }
    }
}

package dev.baton.engine;

import dev.baton.Guard;
import dev.baton.RunPolicy;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives whoever takes a ready run the lease on it, unless it is not to start after all. Safe from any thread. */
final class Leases {

    private final Machinery machinery;

    Leases(Machinery machinery) {
        this.machinery = machinery;
    }

    /** The lease on a run that was ready; null when somebody else has it. {@link #mayStart} says whether it is to start. */
    @Nullable Attempt lease(LiveExecution execution, int step) {
        if (execution.gone) {
            return null;
        }
        if (execution.heldByHand) {
            machinery.tell(execution, turn -> Commands.park(turn, step));
            return null;
        }
        Attempt attempt = new Attempt(machinery, execution, step);
        return execution.leases.compareAndSet(step, LiveExecution.OPEN, attempt) ? attempt : null;
    }

    /**
     * Whether an attempt is to start; otherwise its run has ended. Asks the guard, which is the user's code, may block and
     * may ask for the state of its own execution: never called within a turn.
     */
    boolean mayStart(Attempt attempt) {
        return attempt.execution.isPlain(attempt.step) || mayStart(attempt, attempt.execution.nodes[attempt.step]);
    }

    /** Ends a run that is not to start after all, and sets the limits of one that is. */
    private boolean mayStart(Attempt attempt, Node node) {
        boolean first = attempt.number == 1;
        if (node.isRemoved()) {
            if (first) {
                attempt.skip(Why.REMOVED, null);
            } else {
                attempt.fail(lastError(attempt.execution, attempt.step));
            }
            return false;
        }
        if (first && node.isPaused()) {
            attempt.skip(Why.PAUSED, null);
            return false;
        }
        // Before the guard is asked: one that blocks is stopped by the time limit of its run, as a body is.
        limit(attempt, node.job().policy().limits());
        return !first || isAllowed(attempt, node.job().policy().guard());
    }

    private static boolean isAllowed(Attempt attempt, @Nullable Guard guard) {
        if (guard == null) {
            return true;
        }
        try {
            Optional<String> objection = guard.objection(attempt);
            objection.ifPresent(reason -> attempt.skip(Why.GUARD, reason));
            return objection.isEmpty();
        } catch (Exception | Error e) {
            // The condition is the user's own code.
            attempt.fail(e);
            return false;
        }
    }

    private static Throwable lastError(LiveExecution execution, int step) {
        Throwable error = execution.note(step).error;
        return error != null ? error : new IllegalStateException("removed between two attempts");
    }

    private static void limit(Attempt attempt, RunPolicy.Limits limits) {
        Duration longest = limits.attempt();
        Duration total = limits.total();
        if (total != null) {
            Notes notes = attempt.execution.note(attempt.step);
            if (notes.firstStarted == 0) {
                notes.firstStarted = attempt.started;
            }
            Duration left = total.minus(attempt.started - notes.firstStarted, ChronoUnit.MICROS);
            longest = longest == null || left.compareTo(longest) < 0 ? left : longest;
        }
        if (longest != null) {
            attempt.limitTo(longest);
        }
    }
}

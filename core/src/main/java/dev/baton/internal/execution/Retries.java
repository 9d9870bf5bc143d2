package dev.baton.internal.execution;

import dev.baton.RunPolicy;
import dev.baton.internal.definition.Node;
import dev.baton.policy.Retry;
import dev.baton.spi.Time;
import java.time.Duration;
import java.util.Optional;

/** Decides whether and when a failed run is retried. All methods are called within a {@link Turn}. */
final class Retries {

    private Retries() {}

    /** The delay before the next attempt; empty if there is none. */
    static Optional<Duration> delay(Turn turn, int step, Failure failure) {
        LiveExecution execution = turn.execution();
        Node node = execution.node(step);
        boolean stops = execution.state().isStopping() || Stops.reason(execution, step) != null;
        if (stops || node.isRemoved()) {
            return Optional.empty();
        }
        RunPolicy policy = node.job().policy();
        RunDetails details = execution.runs().details(step);
        int counted = execution.runs().attempts(step) - details.earlierAttempts;
        // Derived from values that are the same in a simulation or after a restart, so that the delays are the same
        // too.
        long seed = 31L * execution.definition().name().hashCode()
                + execution.cause().scheduled()
                + step;
        Duration total = policy.limits().total();
        // User code decides which errors are retried; it was asked where the error was caught.
        Retry retry = policy.retry().when(error -> failure.retryable());
        return retry.next(counted, failure.error(), seed)
                .filter(delay -> total == null
                        || turn.now() + Time.toMicros(delay) < details.firstStarted + Time.toMicros(total));
    }

    /** Makes the next attempt ready when its time has come. */
    static void after(Turn turn, int step, Duration delay, Failure failure) {
        LiveExecution execution = turn.execution();
        turn.move(step, RunState.DELAYED);
        turn.touch(step);
        turn.offers().freeSlot(step);
        long at = turn.now() + Time.toMicros(delay);
        RunDetails details = execution.runs().details(step);
        details.setWaitsSince(0);
        details.setRetry(turn.arm(at, step, later -> due(later, step, at)), at);
        if (turn.around().listening()) {
            turn.then(RunHappening.retried(execution, step, turn.now(), failure));
        }
    }

    /** Keeps waiting, as recorded, for the time of the next attempt. */
    static void waitOn(Turn turn, int step, RunDetails details) {
        long at = details.notBefore;
        turn.move(step, RunState.DELAYED);
        Admissions.reenterWhileDelayed(turn, step);
        details.setRetry(turn.arm(at, step, later -> due(later, step, at)), at);
    }

    /**
     * Starts the next attempt without waiting for its time any longer.
     *
     * @return whether the run waited for one
     */
    static boolean startNow(Turn turn, int step) {
        LiveExecution execution = turn.execution();
        boolean waits = execution.states().get(step) == RunState.DELAYED
                && execution.runs().attempts(step) > 0;
        if (waits) {
            turn.touch(step);
            due(turn, step, execution.runs().details(step).notBefore);
        }
        return waits;
    }

    /** Ends the delay. Has no effect if the run has ended meanwhile, or has a newer retry. */
    private static void due(Turn turn, int step, long at) {
        LiveExecution execution = turn.execution();
        RunDetails details = execution.runs().details(step);
        if (execution.states().get(step) != RunState.DELAYED || details.notBefore != at) {
            return;
        }
        details.cancelRetry();
        if (details.waitsAt == null) {
            Admissions.open(turn, step);
        } else {
            // After a restart the run may not know yet that it was admitted; it continues when it does.
            turn.move(step, RunState.GATED);
        }
    }
}

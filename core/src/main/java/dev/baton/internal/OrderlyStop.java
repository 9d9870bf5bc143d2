package dev.baton.internal;

import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * Brings running bodies to an end when an engine stops, and hands over what is left. An interrupt ends the grace period
 * and nothing else: a stop that left out the rest would use up attempts and lose ends that are not recorded yet.
 *
 * @param worker runs the bodies
 * @param owner knows the bodies that run elsewhere for this node
 * @param stopGrace the time for a body that was told to stop
 */
record OrderlyStop(Worker worker, ExecutionOwner owner, Executions executions, Time time, Duration stopGrace) {

    private static final Duration MARGIN = Duration.ofMillis(100);

    /**
     * Waits for running bodies, tells those that take longer to stop, and hands over all executions.
     *
     * @return whether this thread was interrupted meanwhile
     */
    boolean run(Duration grace) {
        boolean interrupted = false;
        boolean idle = false;
        try {
            idle = isIdleWithin(grace);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (!idle) {
            executions.handBack();
            interrupted |= awaitStopped(stopGrace.plus(MARGIN));
            executions.giveUpRunning();
        }
        owner.handOver();
        return interrupted;
    }

    /** Waits on when it is interrupted, for no longer than without. Returns whether it was. */
    private boolean awaitStopped(Duration atMost) {
        boolean interrupted = false;
        long deadline = time.micros() + Time.toMicros(atMost);
        while (true) {
            try {
                isIdleWithin(until(deadline));
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Waits until no body runs, on this node or on another node for this one. */
    private boolean isIdleWithin(Duration atMost) throws InterruptedException {
        long deadline = time.micros() + Time.toMicros(atMost);
        boolean idle = worker.awaitIdle(atMost);
        return owner.awaitLoans(until(deadline)) && idle;
    }

    private Duration until(long deadline) {
        return Duration.of(Math.max(0, deadline - time.micros()), ChronoUnit.MICROS);
    }
}

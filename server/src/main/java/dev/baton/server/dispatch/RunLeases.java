package dev.baton.server.dispatch;

import dev.baton.Baton;
import dev.baton.Run;
import dev.baton.error.NoSuchExecutionException;

/** Looks up leases in the store, where they are recorded with their runs. May block; safe from any thread. */
final class RunLeases {

    private final Baton baton;

    RunLeases(Baton baton) {
        this.baton = baton;
    }

    /** The state of a lease. */
    enum State {
        /** The run is recorded as running under it. */
        HELD,
        /** The run has ended under it. */
        ENDED,
        /** The run has another lease, or does not exist. */
        LOST
    }

    /** The state of a lease that a worker reports. */
    State look(LeaseId lease, String worker) {
        Run run;
        try {
            run = baton.execution(lease.run().execution()).run(lease.run().number());
        } catch (NoSuchExecutionException e) {
            return State.LOST;
        }
        if (!run.status().isTerminal() && run.attempt() < lease.attempt()) {
            // For a moment, until its next owner adopts it.
            return State.HELD;
        }
        boolean isIts = run.attempt() == lease.attempt()
                && Holder.of(run)
                        .filter(holder -> holder.lease().equals(lease.toString())
                                && holder.worker().equals(worker))
                        .isPresent();
        if (!isIts) {
            return State.LOST;
        }
        return switch (run.status()) {
            // A failed attempt that will be retried counts as known, because storing its result again does no harm.
            case RUNNING, PENDING -> State.HELD;
            case BLOCKED -> State.LOST;
            default -> State.ENDED;
        };
    }
}

package dev.baton.server.dispatch;

import dev.baton.Baton;
import dev.baton.Run;
import dev.baton.error.NoSuchExecutionException;

/** Looks up leases where they are kept: with their runs, in the store. May wait; safe from any thread. */
final class RunLeases {

    private final Baton baton;

    RunLeases(Baton baton) {
        this.baton = baton;
    }

    /** How it stands with a lease. */
    enum State {
        /** The run is recorded as running under it. */
        HELD,
        /** The run has ended under it. */
        ENDED,
        /** The run is another's by now, or is not there. */
        LOST
    }

    /** How it stands with a lease that a worker says it has. */
    State look(LeaseId lease, String worker) {
        Run run;
        try {
            run = baton.execution(lease.run().execution()).run(lease.run().number());
        } catch (NoSuchExecutionException e) {
            return State.LOST;
        }
        if (!run.status().isTerminal() && run.attempt() < lease.attempt()) {
            // For a moment, while its next owner takes it up.
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
            // A failed attempt that is tried again later is known, too: the result may be kept once more.
            case RUNNING, PENDING -> State.HELD;
            case BLOCKED -> State.LOST;
            default -> State.ENDED;
        };
    }
}

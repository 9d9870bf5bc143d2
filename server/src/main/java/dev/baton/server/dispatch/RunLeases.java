package dev.baton.server.dispatch;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.worker.Dispatch.ResultsPage;
import dev.baton.worker.LeaseLostException;
import java.util.List;

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

    /**
     * Some of the results that the reducer of a lease combines.
     *
     * @throws LeaseLostException when the lease is not a reducer's
     */
    ResultsPage results(LeaseId lease, int from) {
        Execution execution;
        try {
            execution = baton.execution(lease.run().execution());
        } catch (NoSuchExecutionException e) {
            throw new LeaseLostException("the execution of lease " + lease + " does not exist (any longer).");
        }
        int items = execution.items().size();
        if (!Fanout.isOfItems(execution) || lease.run().number() != items) {
            throw new LeaseLostException("the lease " + lease + " is not a reducer's: it has no results to combine.");
        }
        return from < items ? ResultLines.page(execution.runsFrom(from), items) : ResultsPage.NONE;
    }

    /** The state of a lease that a worker reports. */
    State look(LeaseId lease, String worker) {
        Run run;
        try {
            // Reads some runs, not all: a fan-out may have very many.
            List<Run> page = baton.execution(lease.run().execution())
                    .runsFrom(lease.run().number());
            if (page.isEmpty()) {
                return State.LOST;
            }
            run = page.get(0);
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

package dev.baton.server.api.runs;

import dev.baton.Execution.Cancellation;
import dev.baton.server.http.Doc;

/** The result of a cancellation. */
@Doc("The result of a cancellation.")
record CancellationView(
        @Doc("The outcome.") Outcome outcome,

        @Doc("The number of runs that were ended before they started, or between two attempts.")
        int neverStarted,

        @Doc("The number of running runs that were told to stop.")
        int signalled,

        @Doc("The number of runs that had ended before.") int alreadyEnded) {

    /** The outcome for one run. */
    enum Outcome {
        /** Nothing was running; the execution has ended. */
        NEVER_STARTED,
        /** A run in the server itself was told to stop. */
        SIGNALLED,
        /** A worker must stop a run, and learns of it with its next heartbeat. */
        AWAITS_WORKER,
        /** There was nothing left to cancel. */
        ALREADY_ENDED
    }

    /**
     * @param withWorker whether a worker has one of its runs
     */
    static CancellationView of(Cancellation done, boolean withWorker) {
        Outcome running = withWorker ? Outcome.AWAITS_WORKER : Outcome.SIGNALLED;
        Outcome idle = done.neverStarted() > 0 ? Outcome.NEVER_STARTED : Outcome.ALREADY_ENDED;
        return new CancellationView(
                done.signalled() > 0 ? running : idle, done.neverStarted(), done.signalled(), done.alreadyEnded());
    }
}

package dev.baton.server.api.runs;

import dev.baton.Execution.Cancellation;
import dev.baton.server.http.Doc;

/** The result of a cancellation. */
@Doc("What a cancellation did.")
record CancellationView(
        @Doc("What it came to.") Outcome outcome,

        @Doc("How many runs were ended before they started, or between two attempts.")
        int neverStarted,

        @Doc("How many running ones were told to stop.") int signalled,
        @Doc("How many had ended before.") int alreadyEnded) {

    /** The outcome for one run. */
    enum Outcome {
        /** Nothing ran: it is over. */
        NEVER_STARTED,
        /** A run in the server itself was told to stop. */
        SIGNALLED,
        /** A worker has to stop something, and hears of it with its next sign of life. */
        AWAITS_WORKER,
        /** There was nothing left to cancel. */
        ALREADY_ENDED
    }

    /** @param withWorker whether a worker has something of it */
    static CancellationView of(Cancellation done, boolean withWorker) {
        Outcome running = withWorker ? Outcome.AWAITS_WORKER : Outcome.SIGNALLED;
        Outcome idle = done.neverStarted() > 0 ? Outcome.NEVER_STARTED : Outcome.ALREADY_ENDED;
        return new CancellationView(
                done.signalled() > 0 ? running : idle, done.neverStarted(), done.signalled(), done.alreadyEnded());
    }
}

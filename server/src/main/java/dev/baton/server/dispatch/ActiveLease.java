package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.spi.Worker;
import dev.baton.worker.Dispatch;
import java.time.Instant;

/** A run that a worker has. */
final class ActiveLease {

    final String id;
    final String worker;
    final Worker.Claim claim;
    final RunId run;
    final int attempt;
    final Instant since;
    private volatile boolean stopping;

    ActiveLease(String id, String worker, Worker.Claim claim, Instant since) {
        this.id = id;
        this.worker = worker;
        this.claim = claim;
        this.run = claim.context().runId();
        this.attempt = claim.context().attempt();
        this.since = since;
    }

    /** It is to stop: its worker hears of that with its next sign of life. */
    void stop() {
        stopping = true;
    }

    /** Its worker says how far it is. */
    void note(Dispatch.Progress progress) {
        Double fraction = progress.fraction();
        if (fraction != null && fraction >= 0 && fraction <= 1) {
            String message = progress.message();
            claim.context().progress(fraction, message == null ? "" : message);
        }
    }

    boolean isStopping() {
        return stopping;
    }
}

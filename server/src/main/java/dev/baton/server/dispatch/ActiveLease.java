package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.spi.Time;
import dev.baton.spi.Worker;
import dev.baton.worker.Dispatch;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The lease of a worker on a run. */
final class ActiveLease {

    /** Progress events of a run are published at most this often. */
    private static final long TOLD_EVERY = Time.toMicros(Duration.ofSeconds(1));

    final String id;
    final String worker;
    final Holder holder;
    final Worker.Claim claim;
    final RunId run;
    final int attempt;
    final Instant since;
    private final BiConsumer<ActiveLease, Run.Progress> onProgress;
    private Run.@Nullable Progress latest;
    private Run.@Nullable Progress told;
    private long toldMicros;
    private boolean over;
    private volatile boolean stopping;
    private volatile boolean noted;
    private boolean stopTold;

    /** Whether its worker is in this process, and ends with it. */
    private final boolean local;

    /**
     * @param onProgress receives the progress of the run at intervals; must not block
     */
    ActiveLease(
            Holder holder,
            boolean local,
            Worker.Claim claim,
            Instant since,
            BiConsumer<ActiveLease, Run.Progress> onProgress) {
        this.id = holder.lease();
        this.worker = holder.worker();
        this.holder = holder;
        this.local = local;
        this.claim = claim;
        this.run = claim.context().runId();
        this.attempt = claim.context().attempt();
        this.since = since;
        this.onProgress = onProgress;
    }

    /** Whether the other servers must be told to stop the run; true only for the first call. */
    boolean takeStopNews() {
        boolean news = stopping && !stopTold;
        stopTold |= news;
        return news;
    }

    /** Marks the run to be stopped: its worker learns of that with its next heartbeat. */
    void stop() {
        stopping = true;
    }

    /** Takes the progress that its worker reports. */
    void note(Dispatch.Progress progress, long nowMicros) {
        Double fraction = progress.fraction();
        if (fraction != null && fraction >= 0 && fraction <= 1) {
            String message = progress.message();
            Run.Progress now = new Run.Progress(fraction, message == null ? "" : message);
            claim.context().progress(now.fraction(), now.message());
            tellNowAndThen(now, nowMicros);
        }
    }

    /** Progress that comes too soon after the last waits for the next heartbeat, which reports the same or more. */
    private synchronized void tellNowAndThen(Run.Progress now, long nowMicros) {
        latest = now;
        boolean due = told == null || nowMicros - toldMicros >= TOLD_EVERY;
        if (!over && due && !now.equals(told)) {
            toldMicros = nowMicros;
            told = now;
            onProgress.accept(this, now);
        }
    }

    /**
     * Ends the lease: the last unpublished progress is published now, before the end of the run, and none afterwards.
     */
    synchronized void endProgress() {
        if (!over && latest != null && !latest.equals(told)) {
            onProgress.accept(this, latest);
        }
        over = true;
    }

    /** Whether it ends with this process: its worker is in this process, or its run belongs to another node. */
    boolean endsHere() {
        return local || claim.isBorrowed();
    }

    /** Records the holder of a run that takes a while: most runs of this process end before. */
    synchronized void noteHolder() {
        if (!noted) {
            noted = true;
            claim.keepHolder(holder.text());
        }
    }

    /** Records the holder with the exit code at the end, which a heartbeat at the same moment must not overwrite. */
    synchronized void noteExit(@Nullable Integer exitCode) {
        noted = true;
        claim.keepHolder(holder.withExitCode(exitCode).text());
    }

    boolean isLocal() {
        return local;
    }

    boolean isStopping() {
        return stopping;
    }
}

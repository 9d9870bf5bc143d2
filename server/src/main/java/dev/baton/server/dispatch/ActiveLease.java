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

/** A run that a worker has. */
final class ActiveLease {

    /** Those who follow events are told of progress no more often than this. */
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

    /** @param onProgress is told how far the run is, now and then; must not wait */
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

    /** Whether servers that its worker may talk to are to be told that it is to stop; asked once, they are. */
    boolean takeStopNews() {
        boolean news = stopping && !stopTold;
        stopTold |= news;
        return news;
    }

    /** It is to stop: its worker hears of that with its next sign of life. */
    void stop() {
        stopping = true;
    }

    /** Its worker says how far it is. */
    void note(Dispatch.Progress progress, long nowMicros) {
        Double fraction = progress.fraction();
        if (fraction != null && fraction >= 0 && fraction <= 1) {
            String message = progress.message();
            Run.Progress now = new Run.Progress(fraction, message == null ? "" : message);
            claim.context().progress(now.fraction(), now.message());
            tellNowAndThen(now, nowMicros);
        }
    }

    /** What is too soon to be told waits for the next sign of life, which says the same or more. */
    private synchronized void tellNowAndThen(Run.Progress now, long nowMicros) {
        latest = now;
        boolean due = told == null || nowMicros - toldMicros >= TOLD_EVERY;
        if (!over && due && !now.equals(told)) {
            toldMicros = nowMicros;
            told = now;
            onProgress.accept(this, now);
        }
    }

    /** It is over: what has not been told of its progress is told now, before its end is, and nothing after it. */
    synchronized void endProgress() {
        if (!over && latest != null && !latest.equals(told)) {
            onProgress.accept(this, latest);
        }
        over = true;
    }

    /** Whether it ends with this process: its worker is in here, or its run belongs to another node. */
    boolean endsHere() {
        return local || claim.isBorrowed();
    }

    /** Keeps who executes the run, of one that takes its time: most runs of this process are over before. */
    void noteHolder() {
        if (!noted) {
            noted = true;
            claim.keepHolder(holder.text());
        }
    }

    boolean isLocal() {
        return local;
    }

    boolean isStopping() {
        return stopping;
    }
}

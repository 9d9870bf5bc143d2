package dev.baton.worker;

import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Progress;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.LeftBehind;
import dev.baton.worker.kind.RunIo;
import dev.baton.worker.log.Masker;
import dev.baton.worker.log.RunLog;
import dev.baton.worker.process.SpooledPrograms;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run between its claim and the delivery of its result. An interrupt stops its work, but never its delivery. */
final class ActiveRun implements RunIo {

    private static final Logger logger = LoggerFactory.getLogger(ActiveRun.class);

    /** Why the work of a run must stop; later constants override earlier ones. */
    enum Stop {
        /** The server asked for it, and waits for the result. */
        WANTED,
        /** The worker shuts down, and hands the run back for another worker. */
        HANDED_BACK,
        /** The lease is lost: another worker may have the run already. */
        LOST
    }

    private final Assignment assignment;

    /** The work that an earlier process of the worker began; null if it begins here. */
    private final @Nullable LeftBehind left;

    /** Fetches the results that a reducer combines. */
    private final ResultPages results;

    private volatile boolean abandoned;
    private final Masker masker;
    private final RunLog log;
    private volatile Progress progress;
    private volatile long renewedAt;
    private volatile @Nullable Stop stop;
    private @Nullable Thread thread;

    ActiveRun(Assignment assignment, ResultPages results, int logLimit) {
        this(assignment, results, null, logLimit);
    }

    /** A run that an earlier process of the worker began. */
    ActiveRun(LeftBehind left, ResultPages results, int logLimit) {
        this(left.assignment(), results, left, logLimit);
    }

    private ActiveRun(Assignment assignment, ResultPages results, @Nullable LeftBehind left, int logLimit) {
        this.assignment = assignment;
        this.results = results;
        this.left = left;
        this.masker = Masker.of(assignment.secrets());
        this.log = new RunLog(masker, logLimit, Clock.systemUTC());
        if (left != null && left.spool().isCut()) {
            log.setFull();
        }
        this.progress = new Progress(assignment.lease(), null, null);
        this.renewedAt = System.nanoTime();
    }

    /** Does the work; empty if it was stopped and the server expects no result. */
    Optional<Result> execute(Kind kind) {
        LeftBehind earlier = left;
        return execute(() -> earlier == null ? kind.run(assignment, this) : kind.resume(earlier, this));
    }

    @FunctionalInterface
    private interface Work {

        Result run() throws InterruptedException;
    }

    private Optional<Result> execute(Work work) {
        if (!begin()) {
            return stopped();
        }
        try {
            return Optional.of(masked(work.run()));
        } catch (SpooledPrograms.Abandoned e) {
            logger.info("Run {} goes on without this process, and is left to the next start", id());
            abandoned = true;
            return Optional.empty();
        } catch (InterruptedException e) {
            return stopped();
        } catch (RuntimeException | Error e) {
            logger.error("Run {} failed in the worker itself", id(), e);
            return Optional.of(masked(failure("the worker failed: " + e)));
        } finally {
            end();
        }
    }

    void stop(Stop reason) {
        synchronized (this) {
            Stop known = stop;
            if (known != null && known.compareTo(reason) >= 0) {
                return;
            }
            stop = reason;
            if (thread != null) {
                thread.interrupt();
            }
        }
        logger.info("Stopping run {}: {}", id(), reason);
    }

    synchronized boolean isExecuting() {
        return thread != null;
    }

    /** Whether an earlier process of the worker began it. */
    boolean isTakenUp() {
        return left != null;
    }

    /** Whether it goes on without this process. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** Whether the worker ends, and its grace is over. */
    boolean isHandedBack() {
        return stop == Stop.HANDED_BACK;
    }

    boolean isLost() {
        return stop == Stop.LOST;
    }

    /** Records that the server has renewed the lease at this time of {@link System#nanoTime}. */
    void renewed(long nanoTime) {
        renewedAt = nanoTime;
    }

    /** Whether no server has renewed the lease for longer than this. */
    boolean isOutdated(Duration longest) {
        return System.nanoTime() - renewedAt > longest.toNanos();
    }

    String id() {
        return assignment.run().id();
    }

    String lease() {
        return assignment.lease();
    }

    String kind() {
        return assignment.command().kind();
    }

    Progress progress() {
        return progress;
    }

    @Override
    public RunLog log() {
        return log;
    }

    @Override
    public void results(OutputStream to) throws IOException, InterruptedException {
        results.write(this, to);
    }

    @Override
    public void progress(@Nullable Double fraction, @Nullable String message) {
        progress = new Progress(lease(), fraction, message == null ? null : masker.mask(message));
    }

    @Override
    public boolean isStopped() {
        return stop != null;
    }

    private synchronized boolean begin() {
        thread = Thread.currentThread();
        return stop == null;
    }

    private synchronized void end() {
        thread = null;
        // An interrupt that came too late to stop the work must not break the delivery.
        Thread.interrupted();
    }

    private Optional<Result> stopped() {
        Stop reason = stop;
        if (reason == null) {
            return Optional.of(failure("the work was interrupted, but not by Baton"));
        }
        log.add(
                Dispatch.Stream.SYSTEM,
                switch (reason) {
                    case WANTED -> "stopped";
                    case HANDED_BACK -> "stopped because the worker ends; the run is handed back";
                    case LOST -> "stopped because the lease is lost";
                });
        return switch (reason) {
            case WANTED -> Optional.of(new Result(Outcome.STOPPED, null, "stopped", null));
            case HANDED_BACK -> Optional.of(new Result(Outcome.HANDED_BACK, null, "its worker ended", null));
            case LOST -> Optional.empty();
        };
    }

    private Result masked(Result result) {
        String message = result.message();
        return message == null
                ? result
                : new Result(
                        result.outcome(), result.output(), masker.mask(message), result.exitCode(), result.steps());
    }

    static Result failure(String message) {
        return new Result(Outcome.FAILURE, null, message, null);
    }
}

package dev.baton.internal.execution;

import dev.baton.Run;
import dev.baton.internal.definition.AddedSteps;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The rare details of a run: an error, a log, a checkpoint, a pending retry. Created when first needed, so that the
 * many runs without details cost nothing.
 */
public final class RunDetails {

    /** The newest lines are kept: a log in memory must be bounded. */
    private static final int MOST_LOG_LINES = 1_000;

    /** A stack trace is a long line: of a run that is retried for ever, those of the newest attempts are kept. */
    private static final int MOST_TRACES = 5;

    /** A run that is retried for ever must stay small. */
    private static final int MOST_PAST_ATTEMPTS = 20;

    private final Deque<Run.LogLine> log = new ArrayDeque<>();
    private byte @Nullable [] checkpoint;

    volatile Run.@Nullable Progress progress;
    volatile @Nullable String words;
    volatile @Nullable Failure failure;
    volatile long notBefore;

    /** The timer of the next attempt; only the execution's own turn touches it. */
    private @Nullable Due retry;

    /** Attempts of before a retry by hand, which the retry policy does not count. */
    int earlierAttempts;

    /** The newest of those that others followed or are to follow; only the execution's own turn writes it. */
    private volatile List<Run.Attempt> pastAttempts = List.of();

    /** Attempts during which the node died. */
    int losses;

    long firstStarted;

    /** The gates it is in or waits at; only the execution's own turn touches them. */
    final List<Store.Gate> gates = new ArrayList<>(0);

    /** The gates it may have been in, or waited at, before a restart, and has not come back to. */
    final List<Store.Gate> gatesBefore = new ArrayList<>(0);

    volatile Store.@Nullable Gate waitsAt;

    /** Only the execution's owner can run it. */
    private volatile boolean ownerOnly;

    /** Its body has done waiting, and has work for a worker. */
    boolean hasWork;

    /** The steps that it added. */
    volatile @Nullable AddedSteps added;

    /** It was running when it was last recorded. */
    boolean wasRunning;

    /** Why the run was to stop for good while it ran: the node that owns it next must not start it again. */
    private volatile @Nullable StopReason told;

    /** The worker outside this node that executes, or executed, an attempt. */
    private volatile @Nullable Holder holder;

    /**
     * A worker outside this node, and the attempt that it executes.
     *
     * @param attempt the number of the attempt
     * @param text names the holder, in the words of the worker that handed the attempt out; opaque to the engine
     */
    public record Holder(int attempt, String text) {}

    /** The attempt that is to fail since the store refuses its record; only the execution's own turn takes it. */
    private @Nullable RefusedAttempt refused;

    /**
     * When its attempt began, in microseconds, if its body waited, its execution was out of memory or its node stopped,
     * and it goes on waiting; 0 otherwise.
     */
    private volatile long waitsSince;

    /** When the run was opened again with its execution, which had ended, in microseconds; 0 if it was not. */
    private volatile long reopened;

    /** The error of the last failed attempt; null if there is none. */
    public @Nullable Failure failure() {
        return failure;
    }

    /** Keeps a failure that was recorded, or that another node saw. */
    public void setFailure(@Nullable Failure newFailure) {
        failure = newFailure;
    }

    /** Why the run was skipped, in words; null when that follows from something else. */
    public @Nullable String words() {
        return words;
    }

    /** Keeps words that were recorded, or that another node found. */
    public void setWords(@Nullable String newWords) {
        words = newWords;
    }

    /** When the next attempt may start, in microseconds; 0 when it waits for no time. */
    public long notBefore() {
        return notBefore;
    }

    /** The next attempt waits for this time, as it was recorded. */
    public void setNotBefore(long micros) {
        notBefore = micros;
    }

    /** The steps that the run added; null for none. */
    public @Nullable AddedSteps added() {
        return added;
    }

    /** Keeps added steps that were recorded, or that another node's attempt adds. */
    public void setAdded(@Nullable AddedSteps newAdded) {
        added = newAdded;
    }

    /** How far the run said it was; null when it said nothing. */
    public Run.@Nullable Progress progress() {
        return progress;
    }

    /** The run says how far it is. */
    public void setProgress(Run.@Nullable Progress newProgress) {
        progress = newProgress;
    }

    /** Attempts of before a retry by hand, which the retry policy does not count. */
    public int earlierAttempts() {
        return earlierAttempts;
    }

    /** Attempts during which the node died. */
    public int losses() {
        return losses;
    }

    /** The store refuses the record of this attempt. */
    public void setRefused(RefusedAttempt attempt) {
        refused = attempt;
    }

    boolean isRefused(int attempt) {
        return refused != null && refused.number() == attempt;
    }

    @Nullable RefusedAttempt takeRefused() {
        RefusedAttempt taken = refused;
        refused = null;
        return taken;
    }

    /** When the first attempt that counts for the run's time limit started, in microseconds; 0 before. */
    public long firstStarted() {
        return firstStarted;
    }

    /** The same; it is this one when none has started before. */
    public long firstStarted(long started) {
        if (firstStarted == 0) {
            firstStarted = started;
        }
        return firstStarted;
    }

    /** Keeps counts that were recorded. */
    public void restoreCounts(int newEarlierAttempts, int newLosses, long newFirstStarted) {
        earlierAttempts = newEarlierAttempts;
        losses = newLosses;
        firstStarted = newFirstStarted;
    }

    /** The run was running when it was last recorded. */
    public void setWasRunning() {
        wasRunning = true;
    }

    /** Why the run was to stop for good while it ran, cancelled or replaced; null if it was not. */
    public @Nullable StopReason told() {
        return told;
    }

    /** Keeps why the run is to stop for good while it runs; recorded with the next change of the run. */
    public void setTold(@Nullable StopReason reason) {
        told = reason;
    }

    /** The worker outside this node that executes, or executed last, an attempt; null if there was none. */
    public @Nullable Holder holder() {
        return holder;
    }

    /** Keeps who executes an attempt outside this node; recorded with the next change of the run. */
    public void setHolder(@Nullable Holder newHolder) {
        holder = newHolder;
    }

    /** Whether its body waited before its execution was taken out of memory, or its node ended. */
    public boolean waitsOn() {
        return waitsSince != 0;
    }

    /** When the attempt began in which its body goes on waiting, in microseconds; 0 when it does not go on. */
    public long waitsSince() {
        return waitsSince;
    }

    /** Keeps when the attempt began in which its body goes on waiting; 0 when it does not go on. */
    public void setWaitsSince(long micros) {
        waitsSince = micros;
    }

    /** When the run was opened again with its execution, which had ended, in microseconds; 0 if it was not. */
    public long reopened() {
        return reopened;
    }

    /** Keeps when the run was opened again with its execution. */
    public void setReopened(long micros) {
        reopened = micros;
    }

    /** The gate where the run waits; null when it waits at none. */
    public Store.@Nullable Gate waitsAt() {
        return waitsAt;
    }

    /** Whether its body has done waiting, and has work for a worker. */
    public boolean hasWork() {
        return hasWork;
    }

    /** Whether only the execution's owner can run it. */
    public boolean isOwnerOnly() {
        return ownerOnly;
    }

    /** Only the execution's owner can run it. */
    public void setOwnerOnly() {
        ownerOnly = true;
    }

    public synchronized void log(Time time, int attempt, Level level, String message) {
        log(new Run.LogLine(time.now(), attempt, level, message));
    }

    public synchronized void log(Run.LogLine line) {
        if (log.size() == MOST_LOG_LINES) {
            log.removeFirst();
        }
        log.addLast(line);
    }

    /** Keeps the stack trace of a failed attempt as a line of the log. */
    public synchronized void logTrace(Time time, int attempt, String trace) {
        List<Run.LogLine> kept = log.stream().filter(RunDetails::isTrace).toList();
        if (kept.size() >= MOST_TRACES) {
            log.removeAll(kept.subList(0, kept.size() - MOST_TRACES + 1));
        }
        log(time, attempt, Level.ERROR, traceOf(attempt) + trace);
    }

    private static String traceOf(int attempt) {
        return "attempt " + attempt + " failed: ";
    }

    private static boolean isTrace(Run.LogLine line) {
        return line.level() == Level.ERROR && line.message().startsWith(traceOf(line.attempt()));
    }

    public synchronized List<Run.LogLine> log() {
        return List.copyOf(log);
    }

    /** The next attempt waits for its time. */
    void setRetry(Due due, long at) {
        retry = due;
        notBefore = at;
    }

    /** No attempt waits for its time any longer. */
    void cancelRetry() {
        notBefore = 0;
        if (retry != null) {
            retry.cancel();
            retry = null;
        }
    }

    /** Keeps an attempt that is over, while the run goes on or was opened again. */
    public void attemptOver(Run.Attempt attempt) {
        int known = pastAttempts.size();
        if (known > 0 && pastAttempts.get(known - 1).number() >= attempt.number()) {
            // It was noted when it ended. What has ended since, without another attempt, is the run.
            return;
        }
        List<Run.Attempt> all = new ArrayList<>(pastAttempts);
        all.add(attempt);
        pastAttempts = List.copyOf(all.subList(Math.max(0, all.size() - MOST_PAST_ATTEMPTS), all.size()));
    }

    public List<Run.Attempt> pastAttempts() {
        return pastAttempts;
    }

    /** Takes over the details that another node reported about the run. */
    public void takeOver(RunDetails other) {
        other.log().forEach(this::log);
        holder = other.holder == null ? holder : other.holder;
        Run.Progress theirs = other.progress;
        progress = theirs == null ? progress : theirs;
        byte[] state = other.checkpoint();
        if (state != null) {
            checkpoint(state);
        }
    }

    public synchronized void checkpoint(byte[] state) {
        checkpoint = state.clone();
    }

    public synchronized byte @Nullable [] checkpoint() {
        return checkpoint == null ? null : checkpoint.clone();
    }
}

package dev.baton.engine;

import dev.baton.Run;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * What only some runs have: an error, a log, a checkpoint, a retry under way. Made when first needed, so that the many
 * runs without cost nothing.
 */
final class Notes {

    /** The newest lines win: a log that is kept in memory must end somewhere. */
    private static final int MOST_LOG_LINES = 1_000;

    /** A run that is tried again for ever must stay small. */
    private static final int MOST_PAST_ATTEMPTS = 20;

    private final Deque<Run.LogLine> log = new ArrayDeque<>();
    private byte @Nullable [] checkpoint;

    volatile Run.@Nullable Progress progress;
    volatile @Nullable String words;
    volatile @Nullable Throwable error;
    volatile long notBefore;

    /** The retry that is waiting for its time; only the execution's own turn touches it. */
    @Nullable RetryDue retry;

    /** Attempts of before a retry by hand, which the retry policy does not count. */
    int earlierAttempts;

    /** The newest of those that others followed or are to follow; only the execution's own turn writes it. */
    private volatile List<Run.Attempt> pastAttempts = List.of();

    /** Attempts whose node died under them. */
    int losses;

    long firstStarted;

    /** The gates it is in or waits at; only the execution's own turn touches them. */
    final List<Store.Gate> gates = new ArrayList<>(0);

    /** The gates it may have been in, or waited at, before a restart, and has not come back to. */
    final List<Store.Gate> gatesBefore = new ArrayList<>(0);

    volatile Store.@Nullable Gate waitsAt;

    /** No other node can run it. */
    volatile boolean homeOnly;

    /** Its body has done waiting, and has work for a worker. */
    boolean hasWork;

    /** The steps that it added. */
    volatile @Nullable Added added;

    /** It was running when it was last recorded. */
    boolean wasRunning;

    synchronized void log(Time time, int attempt, Level level, String message) {
        log(new Run.LogLine(time.now(), attempt, level, message));
    }

    synchronized void log(Run.LogLine line) {
        if (log.size() == MOST_LOG_LINES) {
            log.removeFirst();
        }
        log.addLast(line);
    }

    synchronized List<Run.LogLine> log() {
        return List.copyOf(log);
    }

    /** An attempt is over and the run goes on, or was opened again. */
    void attemptOver(Run.Attempt attempt) {
        int known = pastAttempts.size();
        if (known > 0 && pastAttempts.get(known - 1).number() >= attempt.number()) {
            // It was noted when it ended. What has ended since, without another attempt, is the run.
            return;
        }
        List<Run.Attempt> all = new ArrayList<>(pastAttempts);
        all.add(attempt);
        pastAttempts = List.copyOf(all.subList(Math.max(0, all.size() - MOST_PAST_ATTEMPTS), all.size()));
    }

    List<Run.Attempt> pastAttempts() {
        return pastAttempts;
    }

    /** Takes over what another node noted about the run. */
    void takeOver(Notes other) {
        other.log().forEach(this::log);
        Run.Progress theirs = other.progress;
        progress = theirs == null ? progress : theirs;
        byte[] state = other.checkpoint();
        if (state != null) {
            checkpoint(state);
        }
    }

    synchronized void checkpoint(byte[] state) {
        checkpoint = state.clone();
    }

    synchronized byte @Nullable [] checkpoint() {
        return checkpoint == null ? null : checkpoint.clone();
    }
}

package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryEnds;
import dev.baton.jdbc.HistoryRange;
import dev.baton.server.metric.Remembered;
import java.time.Duration;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the executions that ended in each minute of the last week, by status. The database counts: a period of the
 * past once, when a client first asks for it, and the last minutes repeatedly, for all servers. The counts stay in
 * memory. Safe from any thread.
 */
final class Tally {

    /** The longest period that a client may ask for. */
    static final Duration DEPTH = Duration.ofDays(7);

    private static final Duration FRESH = Duration.ofSeconds(1);

    /** An execution that was being committed during the last query may have ended before it. */
    private static final Duration OVERLAP = Duration.ofSeconds(30);

    private static final long MINUTE = 60;

    private final History history;
    private final NavigableMap<Long, int[]> minutes = new TreeMap<>();
    private final Remembered.Pace pace = Remembered.Pace.every(FRESH);

    /** The first minute that has been counted; null before the first query. */
    private @Nullable Long begin;

    /** The first minute to count again. */
    private long unsure;

    Tally(History history) {
        this.history = history;
    }

    /** The categories of ends in the overview. */
    enum End {
        SUCCESS,
        FAILURE,
        CANCELLED,
        SKIPPED;

        static End of(ExecutionStatus status) {
            return switch (status) {
                case FAILURE, TIMEOUT -> FAILURE;
                case CANCELLED -> CANCELLED;
                case SKIPPED -> SKIPPED;
                default -> SUCCESS;
            };
        }
    }

    /** Counts the executions that ended in a period, to the minute: by {@link End#ordinal()}. */
    synchronized int[] count(Instant from, Instant to, Instant now) {
        look(from, now);
        int[] sum = new int[End.values().length];
        minutes.subMap(minute(from), minute(to)).values().forEach(counts -> {
            for (int end = 0; end < sum.length; end++) {
                sum[end] += counts[end];
            }
        });
        return sum;
    }

    /** The minute of the first end since an instant; empty if no execution has ended since. */
    synchronized Optional<Instant> first(Instant since, Instant now) {
        look(since, now);
        return Optional.ofNullable(minutes.ceilingKey(minute(since)))
                .map(minute -> Instant.ofEpochSecond(minute * MINUTE));
    }

    private void look(Instant from, Instant now) {
        long oldest = minute(now.minus(DEPTH));
        long wanted = Math.max(oldest, minute(from));
        Long known = begin;
        if (known == null) {
            pace.work(() -> read(wanted, null));
            begin = wanted;
            unsure = minute(now.minus(OVERLAP));
            return;
        }
        if (wanted < known) {
            read(wanted, known);
            begin = wanted;
        }
        if (pace.isDue()) {
            minutes.tailMap(unsure).clear();
            pace.work(() -> read(unsure, null));
            unsure = Math.max(unsure, minute(now.minus(OVERLAP)));
            minutes.headMap(oldest).clear();
            begin = Math.max(oldest, begin == null ? oldest : begin);
        }
    }

    /** Reads the counts from a minute on, optionally up to another one. */
    private void read(long from, @Nullable Long to) {
        HistoryRange range = new HistoryRange(start(from), to == null ? null : start(to));
        for (HistoryEnds ends : history.endsByMinute(range)) {
            int[] counts = minutes.computeIfAbsent(minute(ends.minute()), minute -> new int[End.values().length]);
            counts[End.of(ends.status()).ordinal()] += ends.count();
        }
    }

    private static Instant start(long minute) {
        return Instant.ofEpochSecond(minute * MINUTE);
    }

    private static long minute(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), MINUTE);
    }
}

package dev.baton.server.api.insight;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.HistoryRange;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How many executions ended in each minute of the last week, and how. Kept in memory: the past is read once, and from then
 * on only what ended since it was last asked for, on whichever server. Safe from any thread.
 */
final class Tally {

    /** How far back it goes. */
    static final Duration DEPTH = Duration.ofDays(7);

    private static final Duration FRESH = Duration.ofSeconds(1);

    /** What was being committed at the last look may have ended before it. */
    private static final Duration OVERLAP = Duration.ofSeconds(30);

    private static final int PAGE = 5_000;
    private static final int MOST_PAGES = 40;
    private static final long MINUTE = 60;

    private final History history;
    private final NavigableMap<Long, int[]> minutes = new TreeMap<>();
    private final Map<UUID, Instant> counted = new HashMap<>();
    private @Nullable Instant lookedAt;

    Tally(History history) {
        this.history = history;
    }

    /** How an execution ended, for those who count. */
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

    /** Counts what ended in a stretch of time, to the minute: by {@link End#ordinal()}. */
    synchronized int[] count(Instant from, Instant to, Instant now) {
        look(now);
        int[] sum = new int[End.values().length];
        minutes.subMap(minute(from), minute(to)).values().forEach(counts -> {
            for (int end = 0; end < sum.length; end++) {
                sum[end] += counts[end];
            }
        });
        return sum;
    }

    /** When the first ended of those that are counted; empty when none has. */
    synchronized Optional<Instant> first(Instant now) {
        look(now);
        return minutes.isEmpty() ? Optional.empty() : Optional.of(Instant.ofEpochSecond(minutes.firstKey() * MINUTE));
    }

    private void look(Instant now) {
        Instant last = lookedAt;
        if (last != null && last.plus(FRESH).isAfter(now)) {
            return;
        }
        Instant oldest = now.minus(DEPTH);
        read(last == null ? oldest : last.minus(OVERLAP));
        lookedAt = now;
        counted.values().removeIf(end -> end.isBefore(now.minus(OVERLAP.multipliedBy(2))));
        minutes.headMap(minute(oldest)).clear();
    }

    private void read(Instant since) {
        HistoryExecutions wanted = HistoryExecutions.newest(PAGE).ended(HistoryRange.since(since));
        UUID after = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            HistoryPage<ExecutionRecord> read = history.executions(wanted.after(after));
            read.rows().forEach(this::add);
            if (!read.hasMore()) {
                return;
            }
            after = read.rows().get(read.rows().size() - 1).id();
        }
    }

    private void add(ExecutionRecord execution) {
        Instant end = Time.toInstant(execution.state().ended());
        // What belongs to a run of another execution is counted with that one.
        boolean isNested = execution.cause().trigger() == Trigger.DEPENDENCY;
        if (!isNested && counted.put(execution.id(), end) == null) {
            int[] counts = minutes.computeIfAbsent(minute(end), minute -> new int[End.values().length]);
            counts[End.of(execution.state().status()).ordinal()]++;
        }
    }

    private static long minute(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), MINUTE);
    }
}

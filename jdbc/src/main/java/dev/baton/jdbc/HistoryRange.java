package dev.baton.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A range of time.
 *
 * <pre>{@code
 * HistoryRange day = new HistoryRange(monday, tuesday);
 * HistoryExecutions created = HistoryExecutions.newest(100).created(day);
 * }</pre>
 *
 * @param from its start, inclusive; null for no limit
 * @param to its end, exclusive; null for no limit
 */
public record HistoryRange(@Nullable Instant from, @Nullable Instant to) {

    /** The unlimited range. */
    public static final HistoryRange ALWAYS = new HistoryRange(null, null);

    /** Rejects a range that ends before it begins. */
    public HistoryRange {
        if (from != null && to != null && to.isBefore(from)) {
            throw new IllegalArgumentException("a time range ends at " + to + ", before it begins at " + from);
        }
    }

    /** The range from an instant on. */
    public static HistoryRange since(Instant from) {
        return new HistoryRange(from, null);
    }

    boolean isLimited() {
        return from != null || to != null;
    }
}

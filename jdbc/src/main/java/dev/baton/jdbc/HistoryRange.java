package dev.baton.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time.
 *
 * @param from its beginning, which belongs to it; null for no limit
 * @param to its end, which does not; null for no limit
 */
public record HistoryRange(@Nullable Instant from, @Nullable Instant to) {

    /** All of time. */
    public static final HistoryRange ALWAYS = new HistoryRange(null, null);

    public HistoryRange {
        if (from != null && to != null && to.isBefore(from)) {
            throw new IllegalArgumentException("a time range ends at " + to + ", before it begins at " + from);
        }
    }

    /** From an instant on. */
    public static HistoryRange since(Instant from) {
        return new HistoryRange(from, null);
    }

    boolean isLimited() {
        return from != null || to != null;
    }
}

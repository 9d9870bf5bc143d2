package dev.baton.jdbc;

import java.util.List;

/**
 * Some of what was asked for, in order.
 *
 * @param rows the rows
 * @param hasMore whether there are others after the last of them
 */
public record HistoryPage<T>(List<T> rows, boolean hasMore) {

    public HistoryPage {
        rows = List.copyOf(rows);
    }

    /** Of rows that were asked for with one too many. */
    static <T> HistoryPage<T> of(List<T> rows, int limit) {
        boolean hasMore = rows.size() > limit;
        return new HistoryPage<>(hasMore ? rows.subList(0, limit) : rows, hasMore);
    }

    static int checkedLimit(int limit) {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("a page has 1 to 10000 rows, not " + limit);
        }
        return limit;
    }
}

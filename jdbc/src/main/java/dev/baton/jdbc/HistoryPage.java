package dev.baton.jdbc;

import java.util.List;

/**
 * A page of a query's result, in order.
 *
 * <pre>{@code
 * HistoryPage<ExecutionRecord> page = history.executions(wanted);
 * while (page.hasMore()) {
 *     page = history.executions(wanted.after(page.rows().get(page.rows().size() - 1).id()));
 * }
 * }</pre>
 *
 * @param rows the rows
 * @param hasMore whether there are more rows after the last one
 */
public record HistoryPage<T>(List<T> rows, boolean hasMore) {

    /** Copies the rows. */
    public HistoryPage {
        rows = List.copyOf(rows);
    }

    /** A page from rows that were queried with one row more than the limit. */
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

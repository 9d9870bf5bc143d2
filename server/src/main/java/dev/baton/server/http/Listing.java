package dev.baton.server.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items the items of this page
 * @param next the cursor of the next page; null if there is none
 */
@Doc("A page of a list.")
public record Listing<T>(
        @Doc("The items of this page.") List<T> items,

        @Doc("The cursor of the next page; missing on the last page.") @Nullable String next) {

    /**
     * Creates a page from up to one row more than fits, which shows whether there is a next page.
     *
     * @param rows up to limit + 1 rows
     * @param limit the size of a page
     * @param position the position after a row
     * @param view the view of a row
     */
    public static <R, T> Listing<T> of(List<R> rows, int limit, Function<R, Cursor> position, Function<R, T> view) {
        boolean more = rows.size() > limit;
        List<R> shown = more ? rows.subList(0, limit) : rows;
        String next = more ? position.apply(shown.get(limit - 1)).toString() : null;
        return new Listing<>(shown.stream().map(view).toList(), next);
    }
}

package dev.baton.server.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items the items of this page
 * @param next the cursor of the next page, null when there is none
 */
@Doc("A page of a list.")
public record Listing<T>(
        @Doc("The items of this page.") List<T> items,

        @Doc("Give this as cursor to get the next page; missing on the last one.") @Nullable String next) {

    /**
     * A page out of rows of which one more was asked for than fits, which is how to know whether there is more.
     *
     * @param rows up to limit + 1 rows
     * @param limit how many fit
     * @param position where the next page begins, after this row
     * @param view what the API shows of a row
     */
    public static <R, T> Listing<T> of(List<R> rows, int limit, Function<R, Cursor> position, Function<R, T> view) {
        boolean more = rows.size() > limit;
        List<R> shown = more ? rows.subList(0, limit) : rows;
        String next = more ? position.apply(shown.get(limit - 1)).toString() : null;
        return new Listing<>(shown.stream().map(view).toList(), next);
    }
}

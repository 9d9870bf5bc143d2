package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/**
 * The result of one item of a fan-out, as {@link HandlerContext#results} hands it to a reducer.
 *
 * <pre>{@code
 * Handler merge = context -> {
 *     AtomicInteger rows = new AtomicInteger();
 *     context.results(item -> rows.addAndGet(item.output() instanceof Integer count ? count : 0));
 *     return rows.get();
 * };
 * }</pre>
 *
 * @param index the item's place in the list of items, from 0
 * @param status how it ended: {@code success}, {@code failure}, {@code skipped}…
 * @param output what it returned, as JSON: maps, lists, texts, numbers; null for nothing
 * @param error why it failed; null if it did not
 */
public record ItemResult(
        int index,
        String status,
        @Nullable Object output,
        @Nullable String error) {}

package dev.baton.server.resolve;

import java.time.Instant;

/**
 * For whom items are fetched.
 *
 * @param maxItems how many items are wanted at most: whoever has more stops after one more, which tells that there are
 *     too many
 * @param origin who chose the address
 * @param since how far back a run of another job may lie
 */
public record ResolveContext(int maxItems, Origin origin, Instant since) {

    /** Whether so many items are enough to know that there are too many. */
    boolean isEnough(int items) {
        return items > maxItems;
    }

    /** As many items as are worth reading. */
    int mostRead() {
        return maxItems == Integer.MAX_VALUE ? maxItems : maxItems + 1;
    }
}

package dev.baton.server.resolve;

import java.time.Instant;

/**
 * The context in which items are fetched.
 *
 * @param maxItems the most items; a resolver with more stops after one more, which shows that there are too many
 * @param origin the author of the address
 * @param since how far back a run of another job may lie
 */
public record ResolveContext(int maxItems, Origin origin, Instant since) {

    /** Whether this number of items shows that there are too many. */
    boolean isEnough(int items) {
        return items > maxItems;
    }

    /** The number of items that are worth reading. */
    int mostRead() {
        return maxItems == Integer.MAX_VALUE ? maxItems : maxItems + 1;
    }
}

package dev.baton.server.metric;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a trace that has ended.
 *
 * @param place where it is in the trace
 * @param name what it is called
 * @param begin when it began
 * @param end when it ended
 * @param attributes what else there is to say: text or whole numbers
 * @param retries the attempts before the last that failed
 * @param error why it failed, null when it did not
 */
record Span(
        Place place,
        String name,
        Instant begin,
        Instant end,
        Map<String, Object> attributes,
        List<FailedAttempt> retries,
        @Nullable String error) {

    /**
     * A place in a trace.
     *
     * @param trace the execution's trace
     * @param id the span's own
     * @param parent the span it is part of; null for the execution's own
     */
    record Place(String trace, String id, @Nullable String parent) {}

    /** An attempt that failed and was followed by another. */
    record FailedAttempt(Instant at, int attempt, String error) {}
}

package dev.baton.server.metric;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A span of a trace that has ended.
 *
 * @param place its place in the trace
 * @param name its name
 * @param begin its beginning
 * @param end its end
 * @param attributes its attributes, texts or integers
 * @param retries the failed attempts before the last
 * @param error the error; null if it did not fail
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
     * @param trace the id of the execution's trace
     * @param id the id of the span
     * @param parent the id of the parent span; null for the span of the execution
     */
    record Place(String trace, String id, @Nullable String parent) {}

    /** An attempt that failed and was followed by another. */
    record FailedAttempt(Instant at, int attempt, String error) {}
}

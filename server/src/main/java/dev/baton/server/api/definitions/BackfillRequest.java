package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The past fires to run.
 *
 * @param from the beginning of the range, inclusive
 * @param to the end of the range, exclusive
 * @param concurrency how many executions may be active at a time
 * @param dryRun whether to start nothing
 * @param parameters parameters for each execution
 * @param id the id, which makes the request idempotent
 */
@Doc("The past fires to run.")
public record BackfillRequest(
        @Doc("The beginning of the range, inclusive.") Instant from,

        @Doc("The end of the range, exclusive.") Instant to,

        @Doc("How many executions may be active at a time; default 1.") @Nullable Integer concurrency,

        @Doc("Whether to list the fires without starting anything.") @Nullable Boolean dryRun,

        @Doc("Parameters for each execution, over the defaults.") @Nullable Map<String, Object> parameters,

        @Doc("An idempotency key: the same id starts no fire twice. Generated if missing.") @Nullable String id) {

    private static final int MOST_AT_A_TIME = 1_000;
    private static final int LONGEST_ID = 36;

    /** Checks the concurrency and the id. */
    public BackfillRequest {
        if (concurrency != null && (concurrency < 1 || concurrency > MOST_AT_A_TIME)) {
            throw new IllegalArgumentException("concurrency is from 1 to " + MOST_AT_A_TIME + ", not " + concurrency);
        }
        if (id != null && (id.isEmpty() || id.length() > LONGEST_ID)) {
            throw new IllegalArgumentException("an id has 1 to " + LONGEST_ID + " characters, not " + id.length());
        }
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }
}

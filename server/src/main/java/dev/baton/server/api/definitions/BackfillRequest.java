package dev.baton.server.api.definitions;

import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which past fires to make up for.
 *
 * @param from the beginning of the range, which belongs to it
 * @param to the end of the range, which does not
 * @param concurrency how many executions may be active at a time
 * @param dryRun whether to start nothing
 * @param parameters parameters for each execution
 * @param id makes it safe to repeat
 */
@Doc("Which past fires to make up for.")
public record BackfillRequest(
        @Doc("The beginning of the range, which belongs to it.")
        Instant from,

        @Doc("The end of the range, which does not.") Instant to,

        @Doc("How many executions may be active at a time; 1 when missing.") @Nullable Integer concurrency,

        @Doc("Whether to list the fires only, and start nothing.") @Nullable Boolean dryRun,

        @Doc("Parameters for each execution, over the defaults.") @Nullable Map<String, Object> parameters,

        @Doc("Makes it safe to repeat: the same id starts nothing twice. Made up when missing.") @Nullable String id) {

    private static final int MOST_AT_A_TIME = 1_000;
    private static final int LONGEST_ID = 36;

    /** Refuses what cannot be. */
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

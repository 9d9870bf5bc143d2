package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run as the past knows it.
 *
 * @param id its execution and its number in there
 * @param job the job's name, {@code workflow/step} for a step
 * @param status where it is
 * @param attempt the current or last attempt; 0 when there was none
 * @param started the start of the last attempt; null when there was none
 * @param finished its end; null before
 * @param error what the last failed attempt failed with, in words
 * @param output what its body returned, as JSON
 */
public record HistoryRun(
        RunId id,
        String job,
        RunStatus status,
        int attempt,
        @Nullable Instant started,
        @Nullable Instant finished,
        @Nullable String error,
        @Nullable String output) {}

package dev.baton.jdbc;

import dev.baton.RunId;
import dev.baton.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run.
 *
 * <pre>{@code
 * for (HistoryRun run : history.runs(HistoryRuns.newest(20).ofJob("etl/load")).rows()) {
 *     System.out.println(run.id() + " " + run.status() + " " + run.error());
 * }
 * }</pre>
 *
 * @param id the run's id
 * @param job the job's name, {@code workflow/step} for a step
 * @param status its status
 * @param attempt the current or last attempt; 0 when there was none
 * @param started the start of the last attempt; null when there was none
 * @param finished its end; null before
 * @param error the error of the last failed attempt, in words
 * @param output the value that its body returned, as JSON
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

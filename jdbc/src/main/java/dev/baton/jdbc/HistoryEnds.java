package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import java.time.Instant;

/**
 * How many executions ended with a status within a minute.
 *
 * <pre>{@code
 * for (HistoryEnds ends : history.endsByMinute(HistoryRange.since(midnight))) {
 *     System.out.println(ends.minute() + ": " + ends.count() + " " + ends.status());
 * }
 * }</pre>
 *
 * @param minute the start of the minute
 * @param status the status that they ended with
 * @param count how many
 */
public record HistoryEnds(Instant minute, ExecutionStatus status, int count) {}

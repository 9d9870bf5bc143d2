package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.jdbc.HistoryRun;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Objects;

/**
 * How a dependency ended last: a run of a job or step, or an execution of a workflow.
 *
 * @param id names it; for an execution, its first run stands for the whole
 * @param status how it ended, in a word
 * @param success whether that counts as success
 * @param at when it ended
 */
public record LatestEnd(RunId id, String status, boolean success, Instant at) {

    static LatestEnd of(HistoryRun run) {
        return new LatestEnd(
                run.id(),
                run.status().toString(),
                run.status().countsAsSuccess(),
                Objects.requireNonNull(run.finished()));
    }

    static LatestEnd of(ExecutionRecord execution) {
        return new LatestEnd(
                new RunId(execution.id(), 0),
                execution.state().status().toString(),
                execution.state().status().countsAsSuccess(),
                Time.toInstant(execution.state().ended()));
    }
}

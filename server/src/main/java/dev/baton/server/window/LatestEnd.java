package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.jdbc.HistoryRun;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Objects;

/**
 * The latest end of a dependency: a run of a job or step, or an execution of a workflow.
 *
 * @param id the id of the run; for an execution, of its first run
 * @param status the status
 * @param success whether the status counts as success
 * @param at the time of the end
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

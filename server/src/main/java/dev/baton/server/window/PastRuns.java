package dev.baton.server.window;

import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryRuns;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a window looks at. */
final class PastRuns {

    /** A skipped run has done nothing: the one before it counts. */
    private static final Set<RunStatus> RAN =
            Set.of(RunStatus.SUCCESS, RunStatus.PARTIAL, RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED);

    private static final Set<ExecutionStatus> ACTIVE = Arrays.stream(ExecutionStatus.values())
            .filter(status -> !status.isTerminal())
            .collect(Collectors.toUnmodifiableSet());

    private final History history;

    PastRuns(History history) {
        this.history = history;
    }

    /** The run of a job that finished last, no earlier than an instant. */
    Optional<LatestEnd> latest(String job, Instant since) {
        return history.latest(job, RAN, since).map(LatestEnd::of);
    }

    /** The execution of a workflow that ended last, no earlier than an instant. */
    Optional<LatestEnd> latestExecution(String workflow, Instant since) {
        return history.latestExecution(workflow, since).map(LatestEnd::of);
    }

    /** Whether an execution of a workflow has not ended: also when none of its steps happens to run. */
    boolean isActive(String workflow) {
        return !history.executions(
                        HistoryExecutions.newest(1).named(Set.of(workflow)).in(ACTIVE))
                .rows()
                .isEmpty();
    }

    /** Whether a run of a job is known to have come to nothing. One that is not kept any longer is not. */
    boolean cameToNothing(String job, RunId run) {
        return history.runs(HistoryRuns.newest(1).of(run.execution()).ofJob(job)).rows().stream()
                .anyMatch(known -> known.id().equals(run)
                        && known.status().isTerminal()
                        && !known.status().countsAsSuccess());
    }
}

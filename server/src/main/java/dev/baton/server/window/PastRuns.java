package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryRun;
import dev.baton.jdbc.HistoryRuns;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What a window looks at. */
final class PastRuns {

    /** A skipped run has done nothing: the one before it counts. */
    private static final Set<RunStatus> RAN =
            Set.of(RunStatus.SUCCESS, RunStatus.PARTIAL, RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED);

    private final History history;

    PastRuns(History history) {
        this.history = history;
    }

    /** The run of a job that finished last, no earlier than an instant. */
    Optional<HistoryRun> latest(String job, Instant since) {
        return history.latest(job, RAN, since);
    }

    /** Whether a run of a job is known to have come to nothing. One that is not kept any longer is not. */
    boolean cameToNothing(String job, RunId run) {
        return history.runs(HistoryRuns.newest(1).of(run.execution()).ofJob(job)).rows().stream()
                .anyMatch(known -> known.id().equals(run)
                        && known.status().isTerminal()
                        && !known.status().countsAsSuccess());
    }
}

package dev.baton.server.api.runs;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryRun;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The reasons for the statuses of ended runs. Errors are in the rows of runs; other reasons, such as a failed parent or
 * a cancellation, come from the engine, which reads each execution once. For one page.
 */
final class PastReasons {

    private final Baton baton;
    private final Map<UUID, Optional<Execution>> executions = new HashMap<>();

    PastReasons(Baton baton) {
        this.baton = baton;
    }

    @Nullable String of(HistoryRun run) {
        if (run.status() == RunStatus.FAILURE || run.status().countsAsSuccess()) {
            return RunView.reason(run);
        }
        return execution(run.id())
                .map(execution -> execution.run(run.id().number()).reason())
                .filter(reason -> !reason.isEmpty())
                .orElse(RunView.firstLine(run.error()));
    }

    private Optional<Execution> execution(RunId run) {
        return executions.computeIfAbsent(run.execution(), id -> {
            try {
                return Optional.of(baton.execution(id));
            } catch (NoSuchExecutionException removedMeanwhile) {
                return Optional.empty();
            }
        });
    }
}

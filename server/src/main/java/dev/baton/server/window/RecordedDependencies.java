package dev.baton.server.window;

import dev.baton.Baton;
import dev.baton.ExecutionStatus;
import dev.baton.Registered;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryRuns;
import dev.baton.spi.ExecutionRecord;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads the states of jobs and workflows from the store. Safe from any thread. */
public final class RecordedDependencies implements Dependencies {

    private static final Set<RunStatus> RAN =
            Set.of(RunStatus.SUCCESS, RunStatus.PARTIAL, RunStatus.FAILURE, RunStatus.TIMEOUT, RunStatus.CANCELLED);

    private static final Set<ExecutionStatus> ACTIVE = Arrays.stream(ExecutionStatus.values())
            .filter(status -> !status.isTerminal())
            .collect(Collectors.toUnmodifiableSet());

    /** An execution that has so many newer ones behind it, all active, is not looked at. */
    private static final int MOST_ACTIVE = 100;

    private final History history;
    private final Baton baton;

    /**
     * Creates the dependencies of an engine.
     *
     * @param history the history of runs and executions
     * @param baton the engine with the definitions and active executions
     */
    public RecordedDependencies(History history, Baton baton) {
        this.history = history;
        this.baton = baton;
    }

    @Override
    public boolean isWorkflow(String name) {
        return baton.find(name).filter(Registered::isWorkflow).isPresent();
    }

    @Override
    public boolean isActive(String name) {
        return isWorkflow(name) ? hasActiveExecution(name) : baton.isRunning(name) || runsElsewhere(name);
    }

    /** Whether a run of a job or step is recorded as running, on whichever server. Looks at the newest active ones. */
    private boolean runsElsewhere(String job) {
        int slash = job.indexOf('/');
        String name = slash < 0 ? job : job.substring(0, slash);
        List<UUID> active =
                history
                        .executions(HistoryExecutions.newest(MOST_ACTIVE)
                                .named(Set.of(name))
                                .in(ACTIVE))
                        .rows()
                        .stream()
                        .map(ExecutionRecord::id)
                        .toList();
        return !active.isEmpty()
                && history.runs(active).stream()
                        .anyMatch(run -> run.job().equals(job) && run.status() == RunStatus.RUNNING);
    }

    private boolean hasActiveExecution(String workflow) {
        return !history.executions(
                        HistoryExecutions.newest(1).named(Set.of(workflow)).in(ACTIVE))
                .rows()
                .isEmpty();
    }

    @Override
    public Optional<LatestEnd> latest(String name, Instant since) {
        return isWorkflow(name)
                ? history.latestExecution(name, since).map(LatestEnd::of)
                : history.latest(name, RAN, since).map(LatestEnd::of);
    }

    @Override
    public boolean cameToNothing(String job, RunId run) {
        return history.runs(HistoryRuns.newest(1).of(run.execution()).ofJob(job)).rows().stream()
                .anyMatch(known -> known.id().equals(run)
                        && known.status().isTerminal()
                        && !known.status().countsAsSuccess());
    }
}

package dev.baton.server.doctor;

import dev.baton.Baton;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryRange;
import dev.baton.spi.ExecutionRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Checks for runs that wait too long for a worker. */
public final class StuckRunsCheck implements Check {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int MOST = 20;

    /** More are not looked at: what is stuck is among the oldest. */
    private static final int MOST_EXECUTIONS = 200;

    private static final Set<ExecutionStatus> ACTIVE = Arrays.stream(ExecutionStatus.values())
            .filter(status -> !status.isTerminal())
            .collect(Collectors.toUnmodifiableSet());

    private final History history;
    private final Baton baton;
    private final Clock clock;

    /** Checks the oldest active executions of all servers. */
    public StuckRunsCheck(History history, Baton baton, Clock clock) {
        this.history = history;
        this.baton = baton;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "runs";
    }

    @Override
    public List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        Instant longAgo = clock.instant().minus(LONG);
        List<ExecutionRecord> oldest = history.executions(HistoryExecutions.newest(MOST_EXECUTIONS)
                        .oldestFirst()
                        .in(ACTIVE)
                        .created(new HistoryRange(null, longAgo)))
                .rows();
        for (ExecutionRecord record : oldest) {
            if (findings.size() < MOST) {
                look(record.id(), longAgo, findings);
            }
        }
        return findings.isEmpty() ? List.of(Finding.ok(name(), "none is stuck")) : findings;
    }

    private void look(UUID id, Instant longAgo, List<Finding> findings) {
        try {
            Execution execution = baton.execution(id);
            if (execution.started().isBefore(longAgo)) {
                look(execution, longAgo, findings);
            }
        } catch (NoSuchExecutionException removedMeanwhile) {
            // It is not stuck any more.
        }
    }

    private void look(Execution execution, Instant longAgo, List<Finding> findings) {
        for (Run run : execution.runs(0, MOST, Set.of(RunStatus.PENDING))) {
            Instant since = since(execution, run);
            if (since.isBefore(longAgo)) {
                findings.add(Finding.warn(
                        name(),
                        "run " + run.id() + " of " + run.job() + " has been pending since "
                                + since.truncatedTo(ChronoUnit.SECONDS) + ": "
                                + run.reason(),
                        "GET /api/v1/runs/" + run.id() + "/explain says what would move it."));
            }
        }
    }

    /**
     * The time from which a run could have started: the latest of the end of its parents, its own time, and its
     * execution's start.
     */
    private static Instant since(Execution execution, Run run) {
        String step = execution.step(run.id().number());
        Instant since = run.notBefore().orElse(execution.started());
        for (Dependency edge : execution.dependencies()) {
            if (edge.child().equals(step)) {
                Instant end = execution.run(edge.parent()).finished().orElse(since);
                since = end.isAfter(since) ? end : since;
            }
        }
        return since;
    }
}

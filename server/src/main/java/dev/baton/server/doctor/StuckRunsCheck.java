package dev.baton.server.doctor;

import dev.baton.Baton;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks for runs that wait too long for a worker. */
public final class StuckRunsCheck implements Check {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int MOST = 20;

    private final Baton baton;
    private final Clock clock;

    /** Checks the active executions of an engine. */
    public StuckRunsCheck(Baton baton, Clock clock) {
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
        for (Execution execution : baton.activeExecutions()) {
            if (execution.started().isBefore(longAgo) && findings.size() < MOST) {
                look(execution, longAgo, findings);
            }
        }
        return findings.isEmpty() ? List.of(Finding.ok(name(), "none is stuck")) : findings;
    }

    private void look(Execution execution, Instant longAgo, List<Finding> findings) {
        for (Run run : execution.runs(0, MOST, Set.of(RunStatus.PENDING))) {
            Instant since = since(execution, run);
            if (since.isBefore(longAgo)) {
                findings.add(Finding.warn(
                        name(),
                        "run " + run.id() + " of " + run.job() + " has been pending since " + since + ": "
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

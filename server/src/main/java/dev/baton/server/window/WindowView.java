package dev.baton.server.window;

import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.jdbc.History;
import dev.baton.server.kind.WindowWork;
import java.time.Instant;
import java.util.Optional;

/** Looks at the dependencies of jobs with a window; starts nothing and changes nothing. Safe from any thread. */
final class WindowView {

    private final PastRuns past;
    private final RunningJobs running;
    private final WindowMemory memory;

    WindowView(History history, RunningJobs running, WindowMemory memory) {
        this.past = new PastRuns(history);
        this.running = running;
        this.memory = memory;
    }

    /** What a run sees of one of its dependencies at this moment. */
    Sight look(String dependency, WindowWork.Look look, RunContext context) {
        boolean whole = running.isWorkflow(dependency);
        if (whole ? past.isActive(dependency) : running.isRunning(dependency)) {
            return new Sight.Running(dependency);
        }
        Instant since = context.now().minus(look.window());
        Optional<LatestEnd> latest = whole ? past.latestExecution(dependency, since) : past.latest(dependency, since);
        if (latest.isEmpty()) {
            String what = whole ? "execution that ended" : "run that finished";
            return new Sight.Missing(dependency, "has no %s since %s".formatted(what, since));
        }
        LatestEnd end = latest.get();
        if (!end.success()) {
            return new Sight.Failed(dependency, end);
        }
        if (look.freshOnly() && isUsed(dependency, end.id(), context)) {
            String used = whole ? "execution " + end.id().execution() : "run " + end.id();
            return new Sight.Missing(dependency, "has not succeeded again since its %s was used".formatted(used));
        }
        return new Sight.Succeeded(dependency, end.id());
    }

    /** Whether an earlier run of the same job has done its work with a run. One that failed has not. */
    private boolean isUsed(String dependency, RunId run, RunContext context) {
        return memory.lastUse(context.jobName(), dependency)
                .filter(use -> use.used().equals(run))
                .filter(use -> !use.by().equals(context.runId()))
                .filter(use -> !past.cameToNothing(context.jobName(), use.by()))
                .isPresent();
    }
}

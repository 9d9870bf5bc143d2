package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WindowWork.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule of windows: it reads the states of a job's dependencies and decides whether the job runs. The server's runs,
 * its badges and the simulation all use this class, so that they cannot differ. It starts nothing and changes nothing.
 * Safe from any thread if its sources are.
 */
public final class WindowRule {

    private final Dependencies dependencies;
    private final WindowMemory memory;

    /**
     * Creates the rule.
     *
     * @param dependencies the states of jobs and workflows
     * @param memory the runs that jobs have used, and their refusals
     */
    public WindowRule(Dependencies dependencies, WindowMemory memory) {
        this.dependencies = dependencies;
        this.memory = memory;
    }

    /**
     * The context of a check.
     *
     * @param job the job with the window
     * @param run its run; null for a badge
     * @param now the time
     */
    record Looker(String job, @Nullable RunId run, Instant now) {}

    /** The state of each dependency, in the order of the definition. */
    List<Sight> look(WindowWork work, Looker looker) {
        return work.dependsOn().stream()
                .map(dependency -> look(dependency, work.look(), looker))
                .toList();
    }

    private Sight look(String dependency, WindowWork.Look look, Looker looker) {
        if (dependencies.isActive(dependency)) {
            return new Sight.Running(dependency);
        }
        Instant since = looker.now().minus(look.window());
        Optional<LatestEnd> latest = dependencies.latest(dependency, since);
        if (latest.isEmpty()) {
            String what = dependencies.isWorkflow(dependency) ? "execution that ended" : "run that finished";
            return new Sight.Missing(dependency, "has no %s since %s".formatted(what, since));
        }
        LatestEnd end = latest.get();
        if (!end.success()) {
            return new Sight.Failed(dependency, end);
        }
        if (look.freshOnly() && isUsed(dependency, end.id(), looker)) {
            boolean whole = dependencies.isWorkflow(dependency);
            return new Sight.Used(
                    dependency, end, whole ? "execution " + end.id().execution() : "run " + end.id());
        }
        return new Sight.Succeeded(dependency, end);
    }

    /** Whether an earlier run of the same job has used a run. A run that failed has not. */
    private boolean isUsed(String dependency, RunId run, Looker looker) {
        return memory.lastUse(looker.job(), dependency)
                .filter(use -> use.used().equals(run))
                .filter(use -> !use.by().equals(looker.run()))
                .filter(use -> !dependencies.cameToNothing(looker.job(), use.by()))
                .isPresent();
    }

    /** The end of the job's cooldown after a refusal; empty if it has none. */
    Optional<Instant> cooledAt(WindowWork work, Looker looker) {
        Duration cooldown = work.look().cooldown();
        if (cooldown.isZero()) {
            return Optional.empty();
        }
        return memory.lastRefusal(looker.job())
                .filter(refusal -> !refusal.of().equals(looker.run()))
                .map(refusal -> refusal.at().plus(cooldown))
                .filter(looker.now()::isBefore);
    }

    /** The verdict over all dependencies: failing outweighs skipping, and skipping outweighs running. */
    static Reaction reaction(WindowWork work, List<Sight> sights) {
        List<Reaction> reactions =
                sights.stream().map(sight -> sight.reaction(work)).toList();
        if (reactions.contains(Reaction.FAIL)) {
            return Reaction.FAIL;
        }
        return reactions.contains(Reaction.SKIP) ? Reaction.SKIP : Reaction.RUN;
    }
}

package dev.baton.engine;

import dev.baton.Dependency;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies an execution's state into values. Called within its turn, so that a copy is of one moment. */
final class Snapshots {

    private Snapshots() {}

    static List<Run> runs(LiveExecution execution) {
        List<Run> runs = new ArrayList<>(execution.plan.size());
        for (int step = 0; step < execution.plan.size(); step++) {
            runs.add(run(execution, step));
        }
        return List.copyOf(runs);
    }

    static List<Run> runs(LiveExecution execution, int from, int most, Set<RunStatus> statuses) {
        List<Run> runs = new ArrayList<>();
        for (int step = Math.max(0, from); step < execution.plan.size() && runs.size() < most; step++) {
            addIfIn(statuses, execution, step, runs);
        }
        return List.copyOf(runs);
    }

    static List<Run> runsBefore(LiveExecution execution, int before, int most, Set<RunStatus> statuses) {
        List<Run> runs = new ArrayList<>();
        for (int step = Math.min(before, execution.plan.size()) - 1; step >= 0 && runs.size() < most; step--) {
            addIfIn(statuses, execution, step, runs);
        }
        return List.copyOf(runs);
    }

    private static void addIfIn(Set<RunStatus> statuses, LiveExecution execution, int step, List<Run> runs) {
        if (statuses.isEmpty() || statuses.contains(execution.status(step))) {
            runs.add(run(execution, step));
        }
    }

    static Map<RunStatus, Integer> counts(LiveExecution execution) {
        Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
        for (int step = 0; step < execution.plan.size(); step++) {
            counts.merge(execution.status(step), 1, Integer::sum);
        }
        return counts;
    }

    static List<Dependency> dependencies(Plan plan) {
        List<Dependency> dependencies = new ArrayList<>(plan.edges());
        for (int step = 0; step < plan.size(); step++) {
            int[] parents = plan.parents(step);
            byte[] masks = plan.parentMasks(step);
            for (int i = 0; i < parents.length; i++) {
                dependencies.add(Dependency.of(plan.name(parents[i]), plan.name(step), masks[i]));
            }
        }
        return List.copyOf(dependencies);
    }

    static Run run(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        int attempt = execution.attempts[step];
        long started = execution.started[step];
        if (execution.leases.get(step) instanceof Attempt running) {
            attempt = running.number;
            started = running.started;
        }
        Notes notes = execution.notes(step);
        return new Run(
                execution.runId(step),
                execution.nodes[step].job().name(),
                status,
                Reasons.of(execution, step),
                attempt,
                new Run.Times(
                        instant(started),
                        instant(execution.finished[step]),
                        notes == null ? null : instant(notes.notBefore)),
                result(execution, step, notes));
    }

    private static Run.Result result(LiveExecution execution, int step, @Nullable Notes notes) {
        Object output = execution.output(step);
        if (notes == null) {
            return output == null ? Run.Result.NONE : new Run.Result(output, null, null, List.of());
        }
        return new Run.Result(output, notes.error, notes.progress, notes.log(), notes.pastAttempts());
    }

    /** A run's last attempt, which has ended. */
    static Run.Attempt attempt(LiveExecution execution, int step, long finished, RunStatus end, String reason) {
        return attempt(execution.attempts[step], execution.started[step], finished, end, reason);
    }

    static Run.Attempt attempt(int number, long started, long finished, RunStatus end, String reason) {
        return new Run.Attempt(number, Time.toInstant(started), instant(finished), end, reason);
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}

package dev.baton.server.api.insight;

import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.server.api.Begun;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.api.insight.TimelineView.RowView;
import dev.baton.server.api.runs.AttemptView;
import dev.baton.server.api.runs.ProgressView;
import dev.baton.server.api.runs.RunCounts;
import dev.baton.server.api.runs.RunRole;
import dev.baton.server.api.runs.StepNames;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.http.Shown;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.security.Access;
import dev.baton.server.spec.StepSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The endpoint for timelines of executions: waiting, attempts, the critical path, and the forecast. */
final class TimelineEndpoints {

    private static final int MOST_ROWS = 10_000;
    private static final int MOST_COUNTED = 200;

    private final DefinitionServices definitions;
    private final Services services;
    private final Usual usual;

    TimelineEndpoints(DefinitionServices definitions, Usual usual) {
        this.definitions = definitions;
        this.services = definitions.all();
        this.usual = usual;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/executions/{id}/timeline", Access.VIEWER, this::show)
                .operation("executions.timeline")
                .about(
                        "Show the timeline of an execution",
                        "Returns the runs with their waiting and running times, their attempts, the critical path,"
                                + " and a forecast for the remaining runs.")
                .gives(TimelineView.class));
    }

    private Response show(Request request) {
        return Response.json(view(services.baton().execution(request.id("id"))));
    }

    private TimelineView view(Execution execution) {
        List<Run> all = execution.runs(0, MOST_ROWS + 1, Set.of());
        boolean truncated = all.size() > MOST_ROWS;
        List<Run> runs = truncated ? all.subList(0, MOST_ROWS) : all;
        Instant now = definitions.clock().instant();
        Usual.Times times = usual.of(execution.name());
        Map<String, StepSpec> specs = specs(execution.name());
        List<String> names = StepNames.of(execution, runs);
        // With more runs than are shown, the critical path is not computed, because it would need all runs.
        List<List<Forecast.Parent>> parents =
                truncated ? Collections.nCopies(names.size(), List.of()) : parents(execution, names);
        Forecast forecast = Forecast.of(steps(runs, names, parents, times, specs), now);
        BitSet critical = forecast.criticalPath();
        Instant begun = services.history().executions(Set.of(execution.id())).stream()
                .findFirst()
                .map(row -> Begun.of(row, services.baton()))
                .orElse(null);
        List<RowView> rows = new ArrayList<>();
        Map<RunId, Nested> nested = nested(runs);
        for (int number = 0; number < runs.size(); number++) {
            Instant ready = parents.get(number).isEmpty() ? begun : ready(parents.get(number), runs);
            rows.add(row(
                    names.get(number),
                    runs.get(number),
                    attemptsAllowed(specs.get(names.get(number)), runs.get(number)),
                    times,
                    ready,
                    critical.get(number),
                    forecast.of(number),
                    nested.get(runs.get(number).id())));
        }
        boolean ended = execution.status().isTerminal();
        return new TimelineView(
                execution.id().toString(),
                execution.name(),
                services.catalog().find(execution.name()).orElse(null) instanceof WorkflowEntry,
                execution.status(),
                execution.trigger(),
                execution.scheduledTime(),
                execution.started(),
                begun,
                execution.finished().orElse(null),
                Shown.all(Fanout.withoutItems(execution.parameters())),
                execution.parentRun().map(Object::toString).orElse(null),
                RunCounts.of(execution.counts()),
                now,
                times.whole(),
                ended || times.byJob().isEmpty() ? null : forecast.end(),
                rows,
                truncated);
    }

    private Map<String, StepSpec> specs(String name) {
        Map<String, StepSpec> specs = new HashMap<>();
        if (services.catalog().find(name).orElse(null) instanceof WorkflowEntry workflow) {
            workflow.spec().steps().forEach(step -> specs.put(step.name(), step));
        }
        return specs;
    }

    private static List<Forecast.Step> steps(
            List<Run> runs,
            List<String> names,
            List<List<Forecast.Parent>> parents,
            Usual.Times times,
            Map<String, StepSpec> specs) {
        List<Forecast.Step> steps = new ArrayList<>();
        for (Run run : runs) {
            int number = steps.size();
            StepSpec spec = specs.get(names.get(number));
            steps.add(new Forecast.Step(
                    run.status(),
                    run.times().started(),
                    run.times().finished(),
                    run.times().notBefore(),
                    times.byJob().get(run.job()),
                    // Topological order puts parents first, except for steps that were added after the final step.
                    parents.get(number).stream()
                            .filter(parent -> parent.step() < number)
                            .toList(),
                    spec == null ? 0 : spec.place().join().needed()));
        }
        return steps;
    }

    private List<List<Forecast.Parent>> parents(Execution execution, List<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        List<List<Forecast.Parent>> parents = new ArrayList<>();
        for (String name : names) {
            numbers.put(name, parents.size());
            parents.add(new ArrayList<>());
        }
        for (Dependency dependency : execution.dependencies()) {
            Integer parent = numbers.get(dependency.parent());
            Integer child = numbers.get(dependency.child());
            if (parent != null && child != null) {
                int mask = Condition.mask(dependency.conditions().toArray(Condition[]::new));
                parents.get(child).add(new Forecast.Parent(parent, mask));
            }
        }
        return parents;
    }

    /** The time at which the last parent ended; null if one has not. */
    private static @Nullable Instant ready(List<Forecast.Parent> parents, List<Run> runs) {
        List<Optional<Instant>> ends = parents.stream()
                .map(parent -> runs.get(parent.step()).finished())
                .toList();
        Stream<Instant> known = ends.stream().flatMap(Optional::stream);
        return ends.stream().allMatch(Optional::isPresent)
                ? known.max(Comparator.naturalOrder()).orElse(null)
                : null;
    }

    private RowView row(
            String name,
            Run run,
            @Nullable Integer attemptsAllowed,
            Usual.Times times,
            @Nullable Instant ready,
            boolean critical,
            Forecast.Expected expected,
            @Nullable Nested nested) {
        WorkSpec work = services.catalog().work(run.job()).orElse(null);
        return new RowView(
                run.id().toString(),
                name,
                run.job(),
                work == null ? null : work.kind(),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                asks(work, run),
                run.attempt(),
                attemptsAllowed,
                ready,
                run.times().notBefore(),
                run.times().started(),
                run.times().finished(),
                run.attempts().stream().map(AttemptView::of).toList(),
                critical,
                times.byJob().get(run.job()),
                expected.start(),
                expected.end(),
                ProgressView.of(run),
                nested == null ? null : nested.counts,
                nested == null ? null : nested.execution.toString());
    }

    private static @Nullable String asks(@Nullable WorkSpec work, Run run) {
        boolean waits = run.status() == RunStatus.RUNNING || run.status() == RunStatus.PENDING;
        return waits && run.attempt() > 0 && work != null ? work.question().orElse(null) : null;
    }

    private @Nullable Integer attemptsAllowed(@Nullable StepSpec step, Run run) {
        if (step != null) {
            return step.policy().retry().attempts();
        }
        return services.catalog().find(run.job()).orElse(null) instanceof JobEntry job
                ? Integer.valueOf(job.spec().policy().retry().attempts())
                : null;
    }

    /** The details of runs, looked up one by one, and therefore for a limited number of runs. */
    private Map<RunId, Nested> nested(List<Run> runs) {
        Map<RunId, Nested> nested = new HashMap<>();
        runs.stream()
                .filter(run -> run.attempt() > 0 && hasChildren(run))
                .limit(MOST_COUNTED)
                .forEach(run -> services.history()
                        .execution(RunRole.key(run.id()))
                        .map(found -> new Nested(
                                found.id(),
                                RunCounts.of(
                                        services.baton().execution(found.id()).counts())))
                        .ifPresent(found -> nested.put(run.id(), found)));
        return nested;
    }

    private boolean hasChildren(Run run) {
        return services.catalog().work(run.job()).filter(WorkSpec::hasChildren).isPresent();
    }

    private record Nested(UUID execution, RunCounts counts) {}
}

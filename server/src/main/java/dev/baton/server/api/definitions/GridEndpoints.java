package dev.baton.server.api.definitions;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryRun;
import dev.baton.server.api.Begun;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.WorkflowGridView.Cell;
import dev.baton.server.api.definitions.WorkflowGridView.Row;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.StepSpec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint for the newest executions of a workflow, by step. Two queries read all ended executions; the engine
 * supplies the others, because it knows changes before they are recorded.
 */
final class GridEndpoints {

    private static final int USUAL = 25;
    private static final int MOST = 100;
    private static final int MOST_CELLS = 100_000;

    /** Reading and writing this many cells does not delay other requests noticeably. */
    private static final int FEW_CELLS = 10_000;

    private static final Parameter<Integer> LIMIT = Parameter.integer(
            "limit",
            1,
            MOST,
            "The most executions; " + USUAL + " if missing. Fewer for workflows with very many steps, none above "
                    + MOST_CELLS + ".");

    private final Services services;
    private final HeavyRequests heavy;

    GridEndpoints(Services services, HeavyRequests heavy) {
        this.services = services;
        this.heavy = heavy;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/workflows/{name}/grid", Access.VIEWER, this::grid)
                .about("Show the newest executions of a workflow by step", "The newest first.")
                .operation("workflows.grid")
                .query(LIMIT)
                .gives(WorkflowGridView.class));
    }

    private Response grid(Request request) {
        WorkflowEntry workflow = (WorkflowEntry)
                DefinitionEndpoints.find(services.catalog(), DefinitionType.WORKFLOW, request.name("name"));
        int steps = workflow.spec().steps().size();
        int limit = fitting(request.query(LIMIT).orElse(USUAL), steps);
        List<Row> rows = limit * steps <= FEW_CELLS
                ? rows(workflow.name(), limit)
                : heavy.inTurn(request.actor(), "grids", () -> rows(workflow.name(), limit));
        return Response.json(new WorkflowGridView(
                workflow.spec().steps().stream().map(StepSpec::name).toList(), rows));
    }

    /** Fewer executions for a workflow with very many steps, because the number of cells is limited. */
    private static int fitting(int limit, int steps) {
        return Math.min(limit, MOST_CELLS / Math.max(1, steps));
    }

    private List<Row> rows(String workflow, int limit) {
        if (limit == 0) {
            return List.of();
        }
        List<ExecutionRecord> executions =
                services.history().recent(Set.of(workflow), limit).getOrDefault(workflow, List.of());
        Map<UUID, List<HistoryRun>> recorded =
                services
                        .history()
                        .runs(executions.stream().map(ExecutionRecord::id).toList())
                        .stream()
                        .collect(Collectors.groupingBy(run -> run.id().execution()));
        return executions.stream()
                .map(execution -> live(execution)
                        .map(live -> ofEngine(execution, live))
                        .orElseGet(() -> ofRecord(execution, recorded.getOrDefault(execution.id(), List.of()))))
                .toList();
    }

    /** The engine's state of an execution that had not ended. */
    private Optional<Execution> live(ExecutionRecord execution) {
        try {
            return execution.state().ended() == 0
                    ? Optional.of(services.baton().execution(execution.id()))
                    : Optional.empty();
        } catch (NoSuchExecutionException removedMeanwhile) {
            return Optional.empty();
        }
    }

    private Row ofEngine(ExecutionRecord execution, Execution live) {
        List<Cell> cells = live.runs().stream()
                .map(run -> cell(
                        execution.name(),
                        run.id(),
                        run.job(),
                        run.status(),
                        run.attempt(),
                        new Times(run.times().started(), run.times().finished())))
                .toList();
        return new Row(
                execution.id().toString(),
                live.status(),
                live.trigger(),
                live.scheduledTime(),
                Begun.of(execution, services.baton()),
                live.finished().orElse(null),
                cells);
    }

    private static Row ofRecord(ExecutionRecord execution, List<HistoryRun> runs) {
        List<Cell> cells = runs.stream()
                .sorted(Comparator.comparing(run -> run.id().number()))
                .map(run -> cell(
                        execution.name(),
                        run.id(),
                        run.job(),
                        run.status(),
                        run.attempt(),
                        new Times(run.started(), run.finished())))
                .toList();
        return new Row(
                execution.id().toString(),
                execution.state().status(),
                execution.cause().trigger(),
                Time.toInstant(execution.cause().scheduled()),
                instant(execution.state().begun()),
                instant(execution.state().ended()),
                cells);
    }

    /** The start of the last attempt, and the end of the run. */
    private record Times(
            @Nullable Instant started, @Nullable Instant finished) {

        @Nullable Duration duration() {
            return started == null || finished == null ? null : Duration.between(started, finished);
        }
    }

    private static Cell cell(String workflow, RunId id, String job, RunStatus status, int attempt, Times times) {
        String prefix = workflow + "/";
        return new Cell(
                job.startsWith(prefix) ? job.substring(prefix.length()) : job,
                id.toString(),
                status,
                attempt,
                times.started,
                times.duration());
    }

    private static @Nullable Instant instant(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}

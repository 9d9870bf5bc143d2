package dev.baton.server.api.explain;

import dev.baton.Execution;
import dev.baton.Explanation;
import dev.baton.RunId;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.api.insight.Usual;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.window.WindowBadges;
import dev.baton.server.window.WindowRule;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The endpoints that explain the status of runs and executions. */
public final class ExplainEndpoints {

    private static final int LARGE = 10_000;

    private final Services services;
    private final HeavyRequests heavy;
    private final List<Addition> additions;

    /**
     * The records of past actions.
     *
     * @param pauses the notes about pauses
     * @param audit the audit log
     * @param windows the rule of jobs with a window
     */
    public record Memories(PauseNotes pauses, AuditLog audit, WindowRule windows) {}

    /**
     * Creates the endpoints.
     *
     * @param heavy limits the number of concurrent requests that read large executions
     */
    public ExplainEndpoints(Services services, Memories memories, HeavyRequests heavy, Clock clock) {
        this(
                services,
                heavy,
                // In this order, because the usual duration comes after the worker.
                List.of(
                        new WindowAddition(services.catalog(), new WindowBadges(memories.windows()), clock),
                        new WorkerAddition(services.dispatcher()),
                        new UsualAddition(new Usual(services.history(), clock)),
                        new PersonAddition(memories.pauses(), memories.audit())));
    }

    private ExplainEndpoints(Services services, HeavyRequests heavy, List<Addition> additions) {
        this.services = services;
        this.heavy = heavy;
        this.additions = additions;
    }

    /** Creates the endpoints of a program whose bodies run in the program itself, without windows and workers. */
    public static ExplainEndpoints ofProgram(
            Services services, PauseNotes pauses, AuditLog audit, HeavyRequests heavy, Clock clock) {
        return new ExplainEndpoints(
                services,
                heavy,
                List.of(new UsualAddition(new Usual(services.history(), clock)), new PersonAddition(pauses, audit)));
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/api/v1/executions/{id}/explain", Access.VIEWER, this::execution)
                        .operation("executions.explain")
                        .about("Explain the status of an execution", "Returns the causes and the remedy.")
                        .gives(ExplanationView.class),
                Endpoint.get("/api/v1/runs/{id}/explain", Access.VIEWER, this::run)
                        .operation("runs.explain")
                        .about("Explain the status of a run", "Returns the causes and the remedy.")
                        .gives(ExplanationView.class));
    }

    private Response execution(Request request) {
        Execution execution = services.baton().execution(request.id("id"));
        return answer(explain(request, execution, execution::explain));
    }

    private Response run(Request request) {
        RunId id = request.runId("id");
        Execution execution = services.baton().execution(id.execution());
        return answer(explain(request, execution, () -> execution.explain(execution.step(id.number()))));
    }

    /** An execution that is not in memory is read from the database, with all its runs. */
    private Explanation explain(Request request, Execution execution, Supplier<Explanation> asked) {
        boolean large = services.history().executions(Set.of(execution.id())).stream()
                .anyMatch(row -> row.state().steps() > LARGE);
        return large ? heavy.inTurn(request.actor(), "explanations of large executions", asked) : asked.get();
    }

    private Response answer(Explanation told) {
        Answer answer = Answer.of(told);
        for (Addition addition : additions) {
            answer = addition.add(answer);
        }
        return Response.json(ExplanationView.of(answer));
    }
}

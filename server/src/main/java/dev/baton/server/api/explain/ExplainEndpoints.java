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

/** Why runs and executions are where they are. */
public final class ExplainEndpoints {

    private static final int LARGE = 10_000;

    private final Services services;
    private final HeavyRequests heavy;
    private final List<Addition> additions;

    /**
     * What is remembered of what people and jobs did.
     *
     * @param pauses who paused what, and why
     * @param audit who did what
     * @param windows how jobs with window dependencies look at those
     */
    public record Memories(PauseNotes pauses, AuditLog audit, WindowRule windows) {}

    /**
     * With what endpoints work with.
     *
     * @param heavy lets few requests at a time read large executions
     */
    public ExplainEndpoints(Services services, Memories memories, HeavyRequests heavy, Clock clock) {
        this.services = services;
        this.heavy = heavy;
        // In this order: how long a run takes is said after who runs it.
        this.additions = List.of(
                new WindowAddition(services.catalog(), new WindowBadges(memories.windows()), clock),
                new WorkerAddition(services.dispatcher()),
                new UsualAddition(new Usual(services.history(), clock)),
                new PersonAddition(memories.pauses(), memories.audit()));
    }

    /** Their part of the table. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/api/v1/executions/{id}/explain", Access.VIEWER, this::execution)
                        .operation("executions.explain")
                        .about("Say why an execution is where it is", "And what would move it.")
                        .gives(ExplanationView.class),
                Endpoint.get("/api/v1/runs/{id}/explain", Access.VIEWER, this::run)
                        .operation("runs.explain")
                        .about("Say why a run is where it is", "And what would move it.")
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

package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.StepSpec;
import dev.baton.server.store.PauseNotes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The endpoints that list, pause and resume the steps of workflows. A paused step is skipped. */
final class StepEndpoints {

    private static final String PATH = "/api/v1/workflows/{name}/steps";

    private final DefinitionServices services;
    private final Baton baton;

    StepEndpoints(DefinitionServices services) {
        this.services = services;
        this.baton = services.all().baton();
    }

    /** A step of a workflow. */
    @Doc("A step of a workflow, and whether it is paused.")
    record StepView(
            @Doc("Its name inside the workflow.") String step,
            @Doc("Its full name: workflow/step.") String job,
            @Doc("Its kind.") String kind,
            @Doc("Whether it is paused, and so skipped.") boolean paused,
            @Doc("Why it was paused.") @Nullable String reason,
            @Doc("Who paused it.") @Nullable String pausedBy,
            @Doc("When it was paused.") @Nullable Instant pausedSince) {}

    /** The steps of a workflow. */
    @Doc("The steps of a workflow, in the order of its definition.")
    record StepsView(@Doc("The steps.") List<StepView> steps) {}

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(PATH, Access.VIEWER, this::list)
                        .operation("workflows.steps")
                        .about("List the steps of a workflow", "Lists the steps with their pauses.")
                        .gives(StepsView.class),
                Endpoint.post(PATH + "/{step}/pause", Access.OPERATOR, this::pause)
                        .operation("workflows.steps.pause")
                        .about(
                                "Pause a step",
                                "Every execution skips the step, active ones included, until it is" + " resumed.")
                        .takes(PauseRequest.class),
                Endpoint.post(PATH + "/{step}/resume", Access.OPERATOR, this::resume)
                        .operation("workflows.steps.resume")
                        .about("Resume a step", ""));
    }

    private WorkflowEntry workflow(Request request) {
        return (WorkflowEntry)
                DefinitionEndpoints.find(services.all().catalog(), DefinitionType.WORKFLOW, request.name("name"));
    }

    private Response list(Request request) {
        WorkflowEntry workflow = workflow(request);
        Map<String, PauseNotes.Note> notes = services.pauses().ofSteps(workflow.name());
        return Response.json(new StepsView(workflow.spec().steps().stream()
                .map(step -> view(workflow, step, notes.get(workflow.name() + "/" + step.name())))
                .toList()));
    }

    private static StepView view(WorkflowEntry workflow, StepSpec step, PauseNotes.@Nullable Note note) {
        return new StepView(
                step.name(),
                workflow.name() + "/" + step.name(),
                step.work().kind(),
                note != null,
                note == null || note.reason().isEmpty() ? null : note.reason(),
                note == null ? null : note.actor(),
                note == null ? null : note.since());
    }

    private String step(Request request) {
        WorkflowEntry workflow = workflow(request);
        String step = request.name("step");
        if (workflow.spec().steps().stream().noneMatch(known -> known.name().equals(step))) {
            throw ProblemException.notFound("workflow \"" + workflow.name() + "\" has no step \"" + step + "\"");
        }
        return workflow.name() + "/" + step;
    }

    private Response pause(Request request) {
        String said = request.body(PauseRequest.class).reason();
        String reason = said == null ? "" : said;
        String step = step(request);
        request.auditTarget(step);
        if (!reason.isEmpty()) {
            request.audit("reason", reason);
        }
        baton.pause(step);
        services.pauses().put(step, reason, request.actor());
        return Response.noContent();
    }

    private Response resume(Request request) {
        String step = step(request);
        request.auditTarget(step);
        baton.resume(step);
        services.pauses().remove(step);
        return Response.noContent();
    }
}

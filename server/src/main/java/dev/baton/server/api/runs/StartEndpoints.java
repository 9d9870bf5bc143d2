package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.server.api.ParameterLimit;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.WorkflowSpec;
import dev.baton.server.spec.document.Checked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoint that defines and starts a workflow in one call, to run once. */
public final class StartEndpoints {

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Services services;
    private final AdhocJobs adhoc;

    /** Creates the endpoints. */
    public StartEndpoints(Services services, AdhocJobs adhoc) {
        this.services = services;
        this.adhoc = adhoc;
    }

    /** The request: the workflow or job to start. */
    @Doc("A workflow to define and start in one call, to run once.")
    record StartRequest(
            @Doc("The definition of the workflow, as for PUT /api/v1/workflows/{name}, without an id and a schedule.")
            JsonNode workflow,

            @Doc("The parameters of the execution.") @Nullable Map<String, Object> parameters,

            @Doc("The idempotency key: if an execution with this key exists, it is returned.") @Nullable String key) {}

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/api/v1/executions", Access.ADMIN, this::start)
                .operation("executions.start")
                .about(
                        "Define and start a workflow in one call",
                        "It runs once, under a generated name, and does not appear in the list of workflows. Its definition is kept"
                                + " with the execution, across restarts and for as long as it. 200 if the key"
                                + " is known and nothing is new.")
                .takes(StartRequest.class)
                .gives(CREATED, SubmissionView.class)
                .givesToo(OK));
    }

    private Response start(Request request) {
        StartRequest wanted = request.body(StartRequest.class);
        ParameterLimit.objection(wanted.parameters()).ifPresent(objection -> {
            throw ProblemException.badField("/parameters", objection);
        });
        List<Mistake> mistakes = new ArrayList<>();
        Checked<WorkflowSpec> read = adhoc.readWorkflow(wanted.workflow(), "/workflow", mistakes);
        if (!mistakes.isEmpty()) {
            throw ProblemException.badRequest(
                    mistakes.get(0).message() + (mistakes.size() == 1 ? "" : " (and more: see errors)"), mistakes);
        }
        Optional<Execution> known = known(wanted.key());
        if (known.isPresent()) {
            return Response.json(view(known.get(), false));
        }
        WorkflowSpec workflow = read.orThrow();
        Execution started = services.baton().submit(submission(workflow, wanted));
        if (!started.name().equals(workflow.name())) {
            // Another request with the same key came first.
            return Response.json(view(started, false));
        }
        request.auditTarget(started.id().toString());
        request.audit("workflow", workflow.name());
        return Response.created(view(started, true), "/api/v1/executions/" + started.id());
    }

    private Optional<Execution> known(@Nullable String key) {
        Optional<Execution> known = Optional.ofNullable(key)
                .flatMap(services.history()::execution)
                .map(first -> services.baton().execution(first.id()));
        known.filter(execution -> !BroughtEntries.isOne(execution.name())).ifPresent(other -> {
            throw ProblemException.conflict("the key \"" + key + "\" belongs to an execution of " + other.name()
                    + ": give this one another key");
        });
        return known;
    }

    private Submission submission(WorkflowSpec workflow, StartRequest wanted) {
        Submission submission = adhoc.submission(workflow).trigger(Trigger.API);
        if (wanted.parameters() != null) {
            submission = submission.parameters(wanted.parameters());
        }
        return wanted.key() == null ? submission : submission.key(wanted.key());
    }

    private static SubmissionView view(Execution execution, boolean isNew) {
        return new SubmissionView(
                null,
                execution.id().toString(),
                null,
                execution.name(),
                isNew ? ExecutionStatus.RUNNING : execution.status(),
                isNew);
    }
}

package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.server.api.ParameterLimit;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.Optional;

/** The endpoints that start, pause and resume, for one type of definition. */
final class ControlEndpoints {

    private static final String NAME = "name";

    private static final String KEY = "Idempotency-Key";
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final DefinitionType type;
    private final DefinitionServices services;
    private final Baton baton;

    ControlEndpoints(DefinitionType type, DefinitionServices services) {
        this.type = type;
        this.services = services;
        this.baton = services.all().baton();
    }

    List<Endpoint> endpoints() {
        String word = type.word();
        String one = type.path() + "/{name}";
        return List.of(
                Endpoint.post(one + "/trigger", Access.OPERATOR, this::trigger)
                        .about(
                                "Start an execution of a " + word,
                                "Starts now, regardless of the schedule. The name may be that of a job or of a workflow."
                                        + " 200 if the key is known and nothing is new; 409 if the key belongs to an execution of"
                                        + " another definition. The header " + KEY + " does the same as key.")
                        .takes(TriggerRequest.class)
                        .header(KEY, "Does the same as key.")
                        .gives(CREATED, StartedView.class)
                        .givesToo(OK),
                Endpoint.post(one + "/pause", Access.OPERATOR, this::pause)
                        .about(
                                "Pause a " + word,
                                "Nothing starts until it is resumed; running executions go on. The reason is shown with the pause.")
                        .takes(PauseRequest.class),
                Endpoint.post(one + "/resume", Access.OPERATOR, this::resume)
                        .about("Resume a " + word, "Its policy for missed fires decides about the fires in between."));
    }

    private Entry find(Request request) {
        return DefinitionEndpoints.find(services.all().catalog(), type, request.name(NAME));
    }

    private Response trigger(Request request) {
        TriggerRequest wanted = request.body(TriggerRequest.class).withKey(request.header(KEY));
        ParameterLimit.objection(wanted.parameters()).ifPresent(objection -> {
            throw ProblemException.badField("/parameters", objection);
        });
        String name = request.name(NAME);
        // Names are unique across jobs and workflows, so a client that mistakes a workflow for a job still means this
        // one.
        String found = services.all()
                .catalog()
                .find(name)
                .map(Entry::name)
                .orElseGet(() -> find(request).name());
        Optional<Execution> known = Optional.ofNullable(wanted.key())
                .flatMap(services.all().history()::execution)
                .map(first -> baton.execution(first.id()));
        if (known.isPresent()) {
            return Response.json(StartedView.of(checked(known.get(), found, wanted)));
        }
        Submission submission = services.all().catalog().submission(found).trigger(Trigger.API);
        if (wanted.parameters() != null) {
            submission = submission.parameters(wanted.parameters());
        }
        if (wanted.key() != null) {
            submission = submission.key(wanted.key());
        }
        Execution started = checked(baton.submit(submission), found, wanted);
        request.audit("execution", started.id());
        return Response.created(StartedView.of(started), "/api/v1/executions/" + started.id());
    }

    /** A key belongs to one definition: otherwise, the client would wait for an execution that never runs. */
    private static Execution checked(Execution execution, String name, TriggerRequest wanted) {
        if (!execution.name().equals(name)) {
            throw ProblemException.conflict("the key \"" + wanted.key() + "\" belongs to an execution of "
                    + execution.name() + ": give this one another key");
        }
        return execution;
    }

    private Response pause(Request request) {
        String said = request.body(PauseRequest.class).reason();
        String reason = said == null ? "" : said;
        if (!reason.isEmpty()) {
            request.audit("reason", reason);
        }
        Entry entry = find(request);
        baton.pause(entry.name());
        services.pauses().put(entry.name(), reason, request.actor());
        services.events().paused(entry);
        return Response.noContent();
    }

    private Response resume(Request request) {
        Entry entry = find(request);
        baton.resume(entry.name());
        services.pauses().remove(entry.name());
        services.events().resumed(entry);
        return Response.noContent();
    }
}

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

/** Starting and pausing what one type of definitions defines. */
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
                                "Now, whatever the schedule says. A name is that of a job or of a workflow, whichever"
                                        + " there is. 200 when the key was known, and nothing is new; 409 when the key is"
                                        + " another's. The header " + KEY + " does the same as key.")
                        .takes(TriggerRequest.class)
                        .header(KEY, "Does the same as key.")
                        .gives(CREATED, StartedView.class)
                        .givesToo(OK),
                Endpoint.post(one + "/pause", Access.OPERATOR, this::pause)
                        .about(
                                "Pause a " + word,
                                "It starts nothing until it is resumed; what runs goes on. The reason is shown with it.")
                        .takes(PauseRequest.class),
                Endpoint.post(one + "/resume", Access.OPERATOR, this::resume)
                        .about("Resume a " + word, "Fires missed meanwhile go by its policy for missed fires."));
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
        // There is one name for one thing: who takes a workflow for a job means this one all the same.
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
        Submission submission = Submission.of(found).trigger(Trigger.API);
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

    /** A key is never another's: who gave it would wait for what never runs. */
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

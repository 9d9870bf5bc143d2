package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;

/** Starting and pausing what one type of definitions defines. */
final class ControlEndpoints {

    private static final String NAME = "name";

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
                        .about("Start an execution of a " + word, "Now, whatever the schedule says.")
                        .takes(TriggerRequest.class)
                        .gives(201, StartedView.class),
                Endpoint.post(one + "/pause", Access.OPERATOR, this::pause)
                        .about("Pause a " + word, "It starts nothing until it is resumed; what runs goes on.")
                        .takes(PauseRequest.class),
                Endpoint.post(one + "/resume", Access.OPERATOR, this::resume)
                        .about("Resume a " + word, "Fires missed meanwhile go by its policy for missed fires."));
    }

    private Entry find(Request request) {
        return DefinitionEndpoints.find(services.all().catalog(), type, request.name(NAME));
    }

    private Response trigger(Request request) {
        TriggerRequest wanted = request.body(TriggerRequest.class);
        Submission submission = Submission.of(find(request).name()).trigger(Trigger.API);
        if (wanted.parameters() != null) {
            submission = submission.parameters(wanted.parameters());
        }
        if (wanted.key() != null) {
            submission = submission.key(wanted.key());
        }
        Execution started = baton.submit(submission);
        request.audit("execution", started.id());
        return Response.created(StartedView.of(started), "/api/v1/executions/" + started.id());
    }

    private Response pause(Request request) {
        String reason = request.body(PauseRequest.class).reason();
        if (reason != null) {
            request.audit("reason", reason);
        }
        Entry entry = find(request);
        baton.pause(entry.name());
        services.events().paused(entry);
        return Response.noContent();
    }

    private Response resume(Request request) {
        Entry entry = find(request);
        baton.resume(entry.name());
        services.events().resumed(entry);
        return Response.noContent();
    }
}

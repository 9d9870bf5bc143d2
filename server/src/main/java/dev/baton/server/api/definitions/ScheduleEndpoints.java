package dev.baton.server.api.definitions;

import dev.baton.KeptSchedule;
import dev.baton.Schedules;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.error.InvalidScheduleException;
import dev.baton.error.NoSuchJobException;
import dev.baton.server.api.ParameterLimit;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The endpoints of schedules that are data: each starts a job or workflow with parameters of its own. */
final class ScheduleEndpoints {

    private static final String NAME = "name";
    private static final String ONE = "/api/v1/schedules/{name}";

    /** Reading more schedules than this keeps a processor busy for a while. */
    private static final int FEW = 500;

    private static final Parameter<String> JOB =
            Parameter.name("job", "Only schedules of this job or workflow.").repeated();

    private final DefinitionServices services;
    private final Schedules schedules;
    private volatile boolean areMany;

    ScheduleEndpoints(DefinitionServices services) {
        this.services = services;
        this.schedules = services.all().baton().schedules();
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/api/v1/schedules", Access.VIEWER, this::list)
                        .about(
                                "List schedules",
                                "Lists the schedules that are data, by name: those that a program or the API has added"
                                        + " beside the schedules of the definitions.")
                        .givesListOf(KeptScheduleView.class)
                        .query(JOB),
                Endpoint.get(ONE, Access.VIEWER, request -> Response.json(view(find(request))))
                        .about("Show a schedule", "")
                        .gives(KeptScheduleView.class),
                Endpoint.put(ONE, Access.ADMIN, this::put)
                        .about(
                                "Add or replace a schedule",
                                "The schedule starts a job or workflow with parameters of its own. A changed expression"
                                        + " counts from now on, and a pause stays.")
                        .takes(ScheduleRequest.class)
                        .gives(KeptScheduleView.class),
                Endpoint.delete(ONE, Access.OPERATOR, this::remove)
                        .about("Remove a schedule", "Executions that it has started go on."),
                Endpoint.post(ONE + "/pause", Access.OPERATOR, this::pause)
                        .about(
                                "Pause a schedule",
                                "It does not fire until it is resumed; its job still starts in other ways. The reason is"
                                        + " kept in the audit log.")
                        .takes(PauseRequest.class),
                Endpoint.post(ONE + "/resume", Access.OPERATOR, this::resume)
                        .about("Resume a schedule", "Its policy for missed fires decides about the fires in between."));
    }

    private Response list(Request request) {
        Set<String> jobs = Set.copyOf(request.queryAll(JOB));
        Cursor cursor = request.cursor();
        String after = cursor == null ? "" : cursor.text(0);
        int limit = request.limit();
        Supplier<List<KeptSchedule>> reading = () -> {
            List<KeptSchedule> all = schedules.list();
            areMany = all.size() > FEW;
            return all.stream()
                    .filter(kept -> jobs.isEmpty() || jobs.contains(kept.job()))
                    .filter(kept -> kept.name().compareTo(after) > 0)
                    .limit(limit + 1L)
                    .toList();
        };
        List<KeptSchedule> rows =
                areMany ? services.heavy().inTurn(request.actor(), "lists of schedules", reading) : reading.get();
        return Response.json(Listing.of(rows, limit, kept -> Cursor.of(kept.name()), this::view));
    }

    private KeptScheduleView view(KeptSchedule kept) {
        return KeptScheduleView.of(
                kept,
                services.all()
                        .catalog()
                        .find(kept.job())
                        .map(entry -> entry instanceof Entry.WorkflowEntry ? "workflow" : "job")
                        .orElse(null));
    }

    private KeptSchedule find(Request request) {
        String name = request.name(NAME);
        return schedules
                .find(name)
                .orElseThrow(() -> ProblemException.notFound("there is no schedule \"" + name + "\""));
    }

    private Response put(Request request) {
        ScheduleRequest wanted = request.body(ScheduleRequest.class);
        ParameterLimit.objection(wanted.parameters()).ifPresent(objection -> {
            throw ProblemException.badField("/parameters", objection);
        });
        Submission start = Submission.of(wanted.job()).trigger(Trigger.SCHEDULE);
        if (wanted.parameters() != null) {
            start = start.parameters(wanted.parameters());
        }
        try {
            KeptSchedule kept = schedules.put(request.name(NAME), start, wanted.schedule(), wanted.missedFires());
            request.audit("job", kept.job());
            request.audit("schedule", kept.schedule().text());
            tell(kept);
            return Response.json(view(kept));
        } catch (NoSuchJobException e) {
            throw ProblemException.badField("/job", String.valueOf(e.getMessage()));
        } catch (InvalidScheduleException e) {
            throw ProblemException.badField("/schedule", String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("/missed", String.valueOf(e.getMessage()));
        }
    }

    private Response remove(Request request) {
        KeptSchedule kept = find(request);
        schedules.remove(kept.name());
        tell(kept);
        return Response.noContent();
    }

    private Response pause(Request request) {
        String reason = request.body(PauseRequest.class).reason();
        if (reason != null && !reason.isEmpty()) {
            request.audit("reason", reason);
        }
        KeptSchedule kept = find(request);
        schedules.pause(kept.name());
        tell(kept);
        return Response.noContent();
    }

    private Response resume(Request request) {
        KeptSchedule kept = find(request);
        schedules.resume(kept.name());
        tell(kept);
        return Response.noContent();
    }

    /** Pages that show the job read its schedules anew. */
    private void tell(KeptSchedule kept) {
        services.all()
                .catalog()
                .find(kept.job())
                .ifPresent(entry -> services.events().put(entry, entry));
    }
}

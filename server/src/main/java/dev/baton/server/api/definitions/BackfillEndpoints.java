package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.server.api.ParameterLimit;
import dev.baton.server.api.definitions.BackfillView.BackfillFire;
import dev.baton.server.backfill.Backfill;
import dev.baton.server.backfill.PastFires;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The endpoints that start backfills, for one type of definition. */
final class BackfillEndpoints {

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final DefinitionType type;
    private final DefinitionServices services;
    private final Baton baton;

    BackfillEndpoints(DefinitionType type, DefinitionServices services) {
        this.type = type;
        this.services = services;
        this.baton = services.all().baton();
    }

    List<Endpoint> endpoints() {
        String one = type.path() + "/{name}";
        return List.of(Endpoint.post(one + "/backfill", Access.OPERATOR, this::backfill)
                .about(
                        "Backfill past fires of a " + type.word(),
                        "Starts an execution for each fire of the schedule in a range, up to " + PastFires.MOST
                                + "; of a range that ends later than now, those that are past. A dry run starts nothing,"
                                + " and answers 200.")
                .takes(BackfillRequest.class)
                .gives(CREATED, BackfillView.class)
                .givesToo(OK));
    }

    private Response backfill(Request request) {
        String name = DefinitionEndpoints.find(services.all().catalog(), type, request.name("name"))
                .name();
        BackfillRequest wanted = request.body(BackfillRequest.class);
        requirePast(wanted);
        List<Instant> fires = fires(name, wanted);
        ParameterLimit.objection(wanted.parameters()).ifPresent(objection -> {
            throw ProblemException.badField("/parameters", objection);
        });
        String id = wanted.id() == null ? UUID.randomUUID().toString() : wanted.id();
        request.audit("from", wanted.from());
        request.audit("to", wanted.to());
        request.audit("count", fires.size());
        if (wanted.isDryRun()) {
            return Response.json(view(true, id, fires, List.of())).status(OK);
        }
        requireActive(name);
        Backfill backfill = new Backfill(
                id,
                name,
                Objects.requireNonNullElse(wanted.concurrency(), 1),
                Objects.requireNonNullElse(wanted.parameters(), Map.of()));
        return Response.json(view(false, id, fires, backfill.start(baton, fires)))
                .status(CREATED);
    }

    private List<Instant> fires(String name, BackfillRequest wanted) {
        try {
            return services.all()
                    .catalog()
                    .timing(name)
                    .map(timing -> PastFires.of(name, timing, services.zone(), wanted.from(), end(wanted)))
                    .orElse(List.of());
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** Future fires are refused, because they would run now and again at their time. */
    private Instant end(BackfillRequest wanted) {
        Instant now = services.clock().instant();
        return wanted.to().isAfter(now) && wanted.from().isBefore(now) ? now : wanted.to();
    }

    private void requirePast(BackfillRequest wanted) {
        if (wanted.from().isAfter(services.clock().instant())) {
            throw ProblemException.badField(
                    "/from", "it is in the future, and a backfill covers past fires only: the schedule will fire then");
        }
    }

    /** Each execution would be skipped, and the same id would not start it again. */
    private void requireActive(String name) {
        if (baton.find(name).filter(found -> found.isPaused()).isPresent()) {
            throw ProblemException.conflict(
                    type.word() + " \"" + name + "\" is paused: nothing would run. Resume it first.");
        }
    }

    private static BackfillView view(boolean dryRun, String id, List<Instant> fires, List<Execution> started) {
        List<BackfillFire> views = new ArrayList<>(fires.size());
        for (int i = 0; i < fires.size(); i++) {
            views.add(new BackfillFire(
                    fires.get(i), dryRun ? null : started.get(i).id()));
        }
        return new BackfillView(id, dryRun, fires.size(), views);
    }
}

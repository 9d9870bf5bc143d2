package dev.baton.server.api.definitions;

import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Explains schedules. */
final class CronEndpoints {

    private static final int USUAL_COUNT = 5;
    private static final Parameter<String> EXPR = Parameter.text("expr", "A schedule: 0 2 * * *, @every 6h…");
    private static final Parameter<ZoneId> ZONE = new Parameter<>(
            "zone", "The time zone; the server's if missing.", Map.of("type", "string"), CronEndpoints::zone);
    private static final Parameter<String> NAME =
            Parameter.name("name", "The name of the job, from which H is derived.");
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 0, 1_000, "The number of fires; " + USUAL_COUNT + " when missing.");

    private final DefinitionServices services;

    CronEndpoints(DefinitionServices services) {
        this.services = services;
    }

    /** Explains schedules. */
    @Doc("The explanation of a schedule.")
    public record CronView(
            @Doc("The schedule.") String text,
            @Doc("Its time zone.") ZoneId zone,
            @Doc("The schedule in words.") String words,

            @Doc("Warnings about parts that are valid but rarely intended.")
            List<String> warnings,

            @Doc("The next fires.") List<Instant> next) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/cron", Access.VIEWER, this::explain)
                .about("Explain a schedule", "Returns the schedule in words, with warnings and its next fires.")
                .operation("cron")
                .query(EXPR, ZONE, NAME, COUNT)
                .gives(CronView.class));
    }

    private Response explain(Request request) {
        String text =
                request.query(EXPR).orElseThrow(() -> ProblemException.badParameter(EXPR.name(), "it is missing"));
        ScheduleOptions options = ScheduleOptions.DEFAULT
                .withZone(request.query(ZONE).orElse(services.zone()))
                .withHashKey(request.query(NAME).orElse(""));
        Schedule schedule = Schedule.parse(text, options);
        List<Instant> next = new ArrayList<>();
        int count = request.query(COUNT).orElse(USUAL_COUNT);
        Optional<Instant> fire = schedule.nextFire(services.clock().instant());
        while (fire.isPresent() && next.size() < count) {
            next.add(fire.get());
            fire = schedule.nextFire(fire.get());
        }
        List<String> warnings = new ArrayList<>(schedule.warnings());
        if (schedule.firesByItself()
                && schedule.nextFire(services.clock().instant()).isEmpty()) {
            warnings.add("it never fires from now on");
        }
        return Response.json(
                new CronView(schedule.text(), Zones.named(schedule.zone()), schedule.describe(), warnings, next));
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("it is not a time zone such as Europe/Berlin", e);
        }
    }
}

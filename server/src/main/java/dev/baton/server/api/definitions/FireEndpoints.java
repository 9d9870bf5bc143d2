package dev.baton.server.api.definitions;

import dev.baton.KeptSchedule;
import dev.baton.Registered;
import dev.baton.Timing;
import dev.baton.schedule.Every;
import dev.baton.schedule.Schedule;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The endpoint that lists the next fires of all jobs and workflows, for a timeline or a calendar. */
final class FireEndpoints {

    private static final Duration USUAL = Duration.ofHours(24);
    private static final Duration LONGEST = Duration.ofDays(366);

    /** The schedules of more definitions than this keep a processor busy for a while. */
    private static final int FEW = 500;

    private static final Comparator<FireView> IN_ORDER =
            Comparator.comparing(FireView::time).thenComparing(FireView::name).thenComparing(FireView::scheduleOrNone);

    private static final Parameter<String> NAME =
            Parameter.name("name", "Only fires of this job or workflow.").repeated();
    private static final Parameter<Instant> FROM =
            Parameter.time("from", "Only fires at this time or later; from now on if missing or in the past.");
    private static final Parameter<Instant> TO = Parameter.time(
            "to", "Only fires before this time, at most " + LONGEST.toDays() + " days later; a day later if missing.");

    private final DefinitionServices services;
    private final KeptList kept;

    FireEndpoints(DefinitionServices services) {
        this.services = services;
        this.kept = new KeptList(services);
    }

    /**
     * A future fire.
     *
     * @param time its time
     * @param name the job or workflow
     * @param workflow whether that is a workflow
     * @param schedule the schedule that fires; null for the one of the definition
     */
    @Doc("A future fire.")
    public record FireView(
            @Doc("When.") Instant time,
            @Doc("The job or workflow.") String name,
            @Doc("Whether it is a workflow.") boolean workflow,

            @Doc("The name of the schedule that fires, if it is one of those that `/schedules` lists.") @Nullable String schedule) {

        private String scheduleOrNone() {
            return schedule == null ? "" : schedule;
        }
    }

    /** The fires of one definition, with the next one. */
    private record Line(FireView next, Schedule schedule, Timing.Bounds bounds) {

        Optional<Line> following() {
            return bounds.nextFire(schedule, next.time)
                    .map(time ->
                            new Line(new FireView(time, next.name, next.workflow, next.schedule), schedule, bounds));
        }
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/fires", Access.VIEWER, this::list)
                .operation("fires.list")
                .about(
                        "List future fires",
                        "Lists the fires of all jobs and workflows, the next first, without paused ones: those of their"
                                + " own schedules and those of `/schedules`. Jitter is not counted in.")
                .givesListOf(FireView.class)
                .query(NAME, FROM, TO));
    }

    private Response list(Request request) {
        Instant now = services.clock().instant();
        Instant from = request.query(FROM).filter(now::isBefore).orElse(now);
        Instant to = request.query(TO).orElse(from.plus(USUAL));
        if (to.isBefore(from)) {
            throw ProblemException.badParameter(TO.name(), "it is before from, or past");
        }
        if (to.isAfter(from.plus(LONGEST))) {
            throw ProblemException.badParameter(TO.name(), "it is more than " + LONGEST.toDays() + " days after from");
        }
        Cursor cursor = request.cursor();
        FireView last = cursor == null ? null : new FireView(cursor.time(0), cursor.text(1), false, cursor.text(2));
        Instant start = last == null || last.time.isBefore(from) ? from : last.time;
        int limit = request.limit();
        Set<String> names = Set.copyOf(request.queryAll(NAME));
        Supplier<List<FireView>> merging = () -> merge(lines(names, start), last, to, limit + 1);
        boolean isLight = services.all().catalog().all().size() + kept.size() <= FEW;
        List<FireView> fires =
                isLight ? merging.get() : services.heavy().inTurn(request.actor(), "lists of fires", merging);
        return Response.json(
                Listing.of(fires, limit, fire -> Cursor.of(fire.time, fire.name, fire.scheduleOrNone()), fire -> fire));
    }

    /** All definitions with a schedule, each with its first fire from an instant on. */
    private List<Line> lines(Set<String> names, Instant from) {
        List<Line> lines = new ArrayList<>();
        for (Entry entry : services.all().catalog().all()) {
            if (names.isEmpty() || names.contains(entry.name())) {
                line(entry, from).ifPresent(lines::add);
            }
        }
        for (KeptSchedule schedule : kept.all()) {
            if (names.isEmpty() || names.contains(schedule.job())) {
                line(schedule, from).ifPresent(lines::add);
            }
        }
        return lines;
    }

    private Optional<Line> line(KeptSchedule kept, Instant from) {
        Optional<Entry> entry = services.all().catalog().find(kept.job());
        boolean isPaused = services.all()
                .baton()
                .find(kept.job())
                .map(Registered::isPaused)
                .orElse(true);
        Optional<Instant> next = isPaused ? Optional.empty() : kept.nextFire();
        if (next.isEmpty() || entry.isEmpty()) {
            return Optional.empty();
        }
        Timing.Bounds bounds = Timing.TRIGGERED.bounds();
        Optional<Instant> first = next.get().isBefore(from) ? first(kept.schedule(), bounds, next.get(), from) : next;
        boolean isWorkflow = entry.get() instanceof Entry.WorkflowEntry;
        return first.map(
                time -> new Line(new FireView(time, kept.job(), isWorkflow, kept.name()), kept.schedule(), bounds));
    }

    private Optional<Line> line(Entry entry, Instant from) {
        Optional<Instant> next = services.all()
                .baton()
                .find(entry.name())
                .filter(found -> !found.isPaused())
                .flatMap(Registered::nextFire);
        Optional<Timing> timing = next.flatMap(fire -> services.all().catalog().timing(entry.name()));
        if (next.isEmpty() || timing.isEmpty()) {
            return Optional.empty();
        }
        Schedule schedule = timing.get().spec().resolve(entry.name(), services.zone());
        Timing.Bounds bounds = timing.get().bounds();
        Optional<Instant> first = next.get().isBefore(from) ? first(schedule, bounds, next.get(), from) : next;
        return first.map(time -> new Line(
                new FireView(time, entry.name(), entry instanceof Entry.WorkflowEntry, null), schedule, bounds));
    }

    /** The first fire from an instant on, for a schedule with an earlier fire. */
    private static Optional<Instant> first(Schedule schedule, Timing.Bounds bounds, Instant known, Instant from) {
        Instant before = from.minusNanos(1);
        if (schedule instanceof Every every) {
            // The fires of an interval are counted from the fire before.
            Duration interval = every.interval();
            before = known.plus(
                    interval.multipliedBy(Duration.between(known, before).dividedBy(interval)));
        }
        return bounds.nextFire(schedule, before);
    }

    private static List<FireView> merge(List<Line> lines, @Nullable FireView after, Instant to, int most) {
        PriorityQueue<Line> next = new PriorityQueue<>(Comparator.comparing(Line::next, IN_ORDER));
        next.addAll(lines);
        List<FireView> fires = new ArrayList<>();
        Line line = next.poll();
        while (line != null && fires.size() < most && line.next.time.isBefore(to)) {
            if (after == null || IN_ORDER.compare(line.next, after) > 0) {
                fires.add(line.next);
            }
            line.following().ifPresent(next::add);
            line = next.poll();
        }
        return fires;
    }
}

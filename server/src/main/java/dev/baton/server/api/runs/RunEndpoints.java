package dev.baton.server.api.runs;

import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.HistoryRange;
import dev.baton.server.api.Services;
import dev.baton.server.event.EventHub;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.spi.ExecutionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs: what there are and were. What people do to them is in {@link RunActions}. */
public final class RunEndpoints implements AutoCloseable {

    static final String PATH = "/api/v1/runs";
    static final String ONE = PATH + "/{id}";

    private static final Parameter<String> JOB =
            Parameter.text("job", "Only those of this job; workflow/step for a step.");
    private static final Parameter<RunStatus> STATUS = Parameter.oneOf(
                    "status", RunStatus.class, "Only those in this status.")
            .repeated();
    private static final Parameter<UUID> EXECUTION = Parameter.id("execution", "Only those of this execution.");
    private static final Parameter<String> PARENT =
            Parameter.text("parent_run_id", "Only those that belong to this run.");
    private static final Parameter<Instant> FROM =
            Parameter.time("from", "Only those whose last attempt started then or later.");
    private static final Parameter<Instant> TO =
            Parameter.time("to", "Only those whose last attempt started before this.");

    private static final Parameter<Integer> FROM_NUMBER = Parameter.integer(
            "from_number",
            0,
            Integer.MAX_VALUE,
            "Only those from this number on, which for an item is its place among the items, from 0: leads to any page"
                    + " without those before it. A cursor takes precedence.");

    private final RunLookup lookup;
    private final RunListing listing;
    private final ChildListing children;
    private final RunActions actions;
    private final LogFollowers followers;
    private final LogEndpoint log;

    /** With what endpoints work with, and where to tell how people answered. */
    public RunEndpoints(Services services, EventHub events) {
        this.lookup = new RunLookup(services);
        this.listing = new RunListing(services);
        this.children = new ChildListing(services);
        this.actions = new RunActions(services, lookup, events);
        this.followers = new LogFollowers(services.logs());
        this.log = new LogEndpoint(services, followers);
    }

    /** Their part of the table. */
    public List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(List.of(
                Endpoint.get(PATH, Access.VIEWER, this::list)
                        .about(
                                "List runs",
                                "Those of the newest executions first, active and ended ones. Of a job, those"
                                        + " for the items of a fan-out are left out.")
                        .givesListOf(RunView.class)
                        .query(JOB, STATUS, EXECUTION, PARENT, FROM, TO),
                Endpoint.get(ONE, Access.VIEWER, request -> Response.json(lookup.details(request.runId("id"))))
                        .about("Show a run", "")
                        .gives(RunDetails.class),
                Endpoint.get(ONE + "/children", Access.VIEWER, this::children)
                        .operation("runs.children")
                        .about("List the runs that belong to a run", "In the order of the items.")
                        .givesListOf(ChildView.class)
                        .query(STATUS, FROM_NUMBER),
                log.endpoint()));
        all.addAll(actions.endpoints());
        return all;
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        UUID execution = request.queryOrNull(EXECUTION);
        Optional<RunId> parent = request.query(PARENT).map(RunEndpoints::runId);
        List<?> items = List.of();
        if (parent.isPresent()) {
            ExecutionRecord nested = lookup.nested(parent.get()).orElse(null);
            if (nested == null || (execution != null && !execution.equals(nested.id()))) {
                return Response.json(new Listing<RunView>(List.of(), null));
            }
            execution = nested.id();
            items = children.items(nested);
        }
        RunListing.Wanted wanted = new RunListing.Wanted(
                request.queryOrNull(JOB), execution, Set.copyOf(request.queryAll(STATUS)), range(request));
        return Response.json(withItems(listing.page(wanted, position(cursor), request.limit()), items));
    }

    private static Listing<RunView> withItems(Listing<RunView> page, List<?> items) {
        return items.isEmpty()
                ? page
                : new Listing<>(
                        page.items().stream().map(run -> run.withItem(items)).toList(), page.next());
    }

    private static HistoryRange range(Request request) {
        Instant from = request.queryOrNull(FROM);
        Instant to = request.queryOrNull(TO);
        if (from != null && to != null && to.isBefore(from)) {
            throw ProblemException.badParameter("to", "it is before from");
        }
        return new HistoryRange(from, to);
    }

    private static RunId runId(String text) {
        try {
            return RunId.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badParameter(PARENT.name(), String.valueOf(wrong.getMessage()));
        }
    }

    private static @Nullable RunId position(@Nullable Cursor cursor) {
        try {
            return cursor == null ? null : RunId.parse(cursor.text(0));
        } catch (IllegalArgumentException wrong) {
            throw ProblemException.badParameter("cursor", "it is of another list");
        }
    }

    private Response children(Request request) {
        RunId id = request.runId("id");
        Set<RunStatus> statuses = Set.copyOf(request.queryAll(STATUS));
        Optional<ExecutionRecord> nested = lookup.nested(id);
        if (nested.isEmpty()) {
            lookup.find(id);
            return Response.json(new Listing<ChildView>(List.of(), null));
        }
        RunId after = position(request.cursor());
        int from = request.query(FROM_NUMBER).orElse(0);
        if (after == null && from > 0) {
            after = new RunId(nested.get().id(), from - 1);
        }
        return Response.json(children.page(nested.get(), statuses, after, request.limit()));
    }

    /** Ends the threads that look after those who follow logs. */
    @Override
    public void close() {
        followers.close();
    }
}

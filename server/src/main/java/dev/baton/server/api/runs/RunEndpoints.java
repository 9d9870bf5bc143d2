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

/** The endpoints that list and show runs. The actions are in {@link RunActions}. */
public final class RunEndpoints implements AutoCloseable {

    static final String PATH = "/api/v1/runs";
    static final String ONE = PATH + "/{id}";

    private static final Parameter<String> JOB =
            Parameter.text("job", "Only runs of this job; workflow/step for a step.");
    private static final Parameter<RunStatus> STATUS = Parameter.oneOf(
                    "status", RunStatus.class, "Only runs with this status.")
            .repeated();
    private static final Parameter<UUID> EXECUTION = Parameter.id("execution", "Only runs of this execution.");
    private static final Parameter<String> PARENT = Parameter.text("parent_run_id", "Only child runs of this run.");
    private static final Parameter<Instant> FROM =
            Parameter.time("from", "Only runs whose last attempt started at this time or later.");
    private static final Parameter<Instant> TO =
            Parameter.time("to", "Only runs whose last attempt started before this time.");

    private static final Parameter<Integer> FROM_NUMBER = Parameter.integer(
            "from_number",
            0,
            Integer.MAX_VALUE,
            "Only runs from this number on, which for an item is its index, from 0: opens any page"
                    + " without reading the pages before it. A cursor takes precedence.");

    private final RunLookup lookup;
    private final RunListing listing;
    private final ChildListing children;
    private final RunActions actions;
    private final LogFollowers followers;
    private final LogEndpoint log;

    /** Creates the endpoints, which publish the answers to approvals as events. */
    public RunEndpoints(Services services, EventHub events) {
        this.lookup = new RunLookup(services);
        this.listing = new RunListing(services);
        this.children = new ChildListing(services);
        this.actions = new RunActions(services, lookup, events);
        this.followers = new LogFollowers(services.logs());
        this.log = new LogEndpoint(services, followers);
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(List.of(
                Endpoint.get(PATH, Access.VIEWER, this::list)
                        .about(
                                "List runs",
                                "Lists active and ended runs, those of the newest executions first. The list of a job leaves out the runs"
                                        + " of fan-out items.")
                        .givesListOf(RunView.class)
                        .query(JOB, STATUS, EXECUTION, PARENT, FROM, TO),
                Endpoint.get(ONE, Access.VIEWER, request -> Response.json(lookup.details(request.runId("id"))))
                        .about("Show a run", "")
                        .gives(RunDetails.class),
                Endpoint.get(ONE + "/children", Access.VIEWER, this::children)
                        .operation("runs.children")
                        .about("List the child runs of a run", "In the order of the items.")
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

    /** Ends the threads that serve followed logs. */
    @Override
    public void close() {
        followers.close();
    }
}

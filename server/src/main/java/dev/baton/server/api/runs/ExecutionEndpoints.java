package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.Execution.Cancellation;
import dev.baton.ExecutionStatus;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.Trigger;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.jdbc.HistoryExecutions.KeyPrefix;
import dev.baton.jdbc.HistoryPage;
import dev.baton.jdbc.HistoryRange;
import dev.baton.server.api.Begun;
import dev.baton.server.api.Services;
import dev.baton.server.graph.Layout;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.spi.ExecutionRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** The endpoints for executions: listing, showing and controlling them. */
public final class ExecutionEndpoints implements AutoCloseable {

    private static final String PATH = "/api/v1/executions";
    private static final String ONE = PATH + "/{id}";

    private static final Parameter<IdPrefix> ID =
            new Parameter<>("id", "Only executions whose id has this prefix.", Map.of("type", "string"), IdPrefix::of);
    private static final Parameter<String> NAME =
            Parameter.text("name", "Only executions of this job or workflow.").repeated();
    private static final Parameter<ExecutionStatus> STATUS = Parameter.oneOf(
                    "status", ExecutionStatus.class, "Only executions with this status.")
            .repeated();
    private static final Parameter<Trigger> TRIGGER =
            Parameter.oneOf("trigger", Trigger.class, "Only executions with this trigger.");
    private static final Parameter<Instant> FROM =
            Parameter.time("from", "Only executions created at this time or later.");
    private static final Parameter<Instant> TO = Parameter.time("to", "Only executions created before this time.");
    private static final Parameter<Boolean> NESTED =
            Parameter.bool("nested", "Whether to include executions that belong to a run of another execution.");

    private static final Parameter<Order> ORDER =
            Parameter.oneOf("order", Order.class, "The order by creation time; the newest first if missing.");
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Parameter<Duration> WAIT = Parameter.duration(
            "wait",
            "Wait until it has ended, or for this time, " + LONGEST_WAIT.toSeconds()
                    + "s at most; no wait if missing.");

    /** The order of executions. */
    enum Order {
        /** The newest first. */
        NEWEST,
        /** The oldest first. */
        OLDEST
    }

    private final Services services;
    private final GraphReader graphs;
    private final EndWaits waits = new EndWaits();

    /** Creates the endpoints, with the layout of graphs. */
    public ExecutionEndpoints(Services services, Layout layout) {
        this.services = services;
        this.graphs = new GraphReader(layout, services.catalog());
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(PATH, Access.VIEWER, this::list)
                        .about("List executions", "Lists active and ended executions, the newest first.")
                        .givesListOf(ExecutionView.class)
                        .query(NAME, STATUS, TRIGGER, FROM, TO, NESTED, ORDER, ID),
                Endpoint.get(ONE, Access.VIEWER, this::show)
                        .about("Show an execution", "Answers at once, or when it has ended.")
                        .query(WAIT)
                        .gives(ExecutionDetails.class),
                Endpoint.get(ONE + "/graph", Access.VIEWER, request -> Response.json(graphs.read(find(request))))
                        .operation("executions.graph")
                        .about(
                                "Show the graph of an execution",
                                "Returns its runs with their statuses and dependencies.")
                        .gives(GraphView.class),
                Endpoint.post(ONE + "/cancel", Access.OPERATOR, this::cancel)
                        .operation("executions.cancel")
                        .about(
                                "Cancel an execution",
                                "Runs that have not started end, running ones are told to stop, and the final"
                                        + " step runs. A second cancellation stops the final step too.")
                        .takes(WhyRequest.class)
                        .gives(CancellationView.class),
                change(
                        "retry",
                        this::retry,
                        "Retry the failed steps",
                        "Also runs the steps that were skipped because of them; successes"
                                + " are kept. 409 if no step has failed."),
                Endpoint.post(ONE + "/rerun", Access.OPERATOR, this::rerun)
                        .operation("executions.rerun")
                        .about(
                                "Run an execution again",
                                "Starts a new execution of the current definition, with the same parameters and scheduled"
                                        + " time; this one stays as it is.")
                        .takes(WhyRequest.class)
                        .gives(201, ExecutionDetails.class),
                change("hold", Execution::hold, "Hold an execution", "Nothing further starts until it is released."),
                change("release", Execution::release, "Release an execution", "Undoes a hold."));
    }

    private Response show(Request request) {
        Execution execution = find(request);
        Duration wait = request.query(WAIT).orElse(Duration.ZERO);
        if (wait.isZero() || execution.status().isTerminal()) {
            return Response.json(details(execution));
        }
        Duration atMost = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
        return Response.later(
                waits.end(request.actor(), execution, atMost).thenApply(ended -> Response.json(details(execution))));
    }

    /** Ends the thread that serves waiting requests. */
    @Override
    public void close() {
        waits.close();
    }

    private Endpoint change(String verb, Consumer<Execution> change, String summary, String description) {
        return Endpoint.post(ONE + "/" + verb, Access.OPERATOR, request -> {
                    WhyRequest.note(request);
                    Execution execution = find(request);
                    request.audit("name", execution.name());
                    change.accept(execution);
                    return Response.json(details(execution));
                })
                .operation("executions." + verb)
                .about(summary, description)
                .takes(WhyRequest.class)
                .gives(ExecutionDetails.class);
    }

    private ExecutionDetails details(Execution execution) {
        Instant begun = services.history().executions(Set.of(execution.id())).stream()
                .findFirst()
                .map(row -> Begun.of(row, services.baton()))
                .orElse(null);
        return ExecutionDetails.of(execution, begun);
    }

    private Execution find(Request request) {
        return services.baton().execution(request.id("id"));
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        Set<ExecutionStatus> statuses = Set.copyOf(request.queryAll(STATUS));
        boolean nested = request.query(NESTED).orElse(false);
        HistoryExecutions newest = HistoryExecutions.newest(request.limit());
        boolean oldest = request.query(ORDER).filter(Order.OLDEST::equals).isPresent();
        IdPrefix prefix = request.queryOrNull(ID);
        UUID before = prefix == null ? null : oldest ? prefix.start() : prefix.end();
        HistoryPage<ExecutionRecord> page = services.history()
                .executions((oldest ? newest.oldestFirst() : newest)
                        .named(Set.copyOf(request.queryAll(NAME)))
                        .in(statuses)
                        .startedBy(request.queryOrNull(TRIGGER))
                        .created(range(request))
                        .withKey(nested ? null : new KeyPrefix(RunRole.WITHIN, false))
                        .after(cursor == null ? before : cursor.id(0)));
        List<ExecutionRecord> rows = page.rows().stream()
                .filter(row -> prefix == null || prefix.matches(row.id()))
                .toList();
        boolean hasMore = page.hasMore() && rows.size() == page.rows().size();
        String next = hasMore ? Cursor.of(rows.get(rows.size() - 1).id()).toString() : null;
        List<ExecutionView> views = rows.stream()
                .map(row -> ExecutionView.of(row, statusOf(row), Begun.of(row, services.baton())))
                .filter(view -> statuses.isEmpty() || statuses.contains(view.status()))
                .toList();
        return Response.json(new Listing<>(views, next));
    }

    private static HistoryRange range(Request request) {
        Instant from = request.queryOrNull(FROM);
        Instant to = request.queryOrNull(TO);
        if (from != null && to != null && to.isBefore(from)) {
            throw ProblemException.badParameter("to", "it is before from");
        }
        return new HistoryRange(from, to);
    }

    /** The current status of an execution, because the record of an active one lags behind. */
    private ExecutionStatus statusOf(ExecutionRecord row) {
        ExecutionStatus recorded = row.state().status();
        try {
            return recorded.isTerminal()
                    ? recorded
                    : services.baton().execution(row.id()).status();
        } catch (NoSuchExecutionException removedMeanwhile) {
            return recorded;
        }
    }

    private Response cancel(Request request) {
        WhyRequest.note(request);
        Execution execution = find(request);
        request.audit("name", execution.name());
        Cancellation done = execution.cancel();
        boolean withWorker = services.dispatcher().workers().stream()
                .flatMap(worker -> worker.running().stream())
                .map(RunId::execution)
                .anyMatch(execution.id()::equals);
        return Response.json(CancellationView.of(done, withWorker));
    }

    private Response rerun(Request request) {
        WhyRequest.note(request);
        Execution execution = find(request);
        request.audit("name", execution.name());
        if (execution.parentRun().isPresent()) {
            throw ProblemException.conflict("this execution belongs to run "
                    + execution.parentRun().get() + ": retry that one, or run its execution again.");
        }
        Submission submission = services.catalog()
                .submission(execution.name())
                .parameters(execution.parameters())
                .trigger(Trigger.RETRY)
                .scheduledTime(execution.scheduledTime());
        Execution again = services.baton().submit(submission);
        request.audit("execution", again.id());
        return Response.created(details(again), PATH + "/" + again.id());
    }

    private void retry(Execution execution) {
        RunLookup.refuseChildOfEnded(services.baton(), execution);
        execution.retry();
    }
}

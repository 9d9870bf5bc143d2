package dev.baton.server.api.workers;

import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.http.Cursor;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The endpoints for workers: those for people, and those of the worker protocol. */
public final class WorkerEndpoints {

    private final Dispatcher dispatcher;
    private final int maxOutputBytes;
    private final int maxStepsBytes;

    /**
     * Creates the endpoints of a dispatcher.
     *
     * @param maxOutputBytes the longest output of a run
     * @param maxStepsBytes the largest size of the steps that a run adds
     */
    public WorkerEndpoints(Dispatcher dispatcher, int maxOutputBytes, int maxStepsBytes) {
        this.dispatcher = dispatcher;
        this.maxOutputBytes = maxOutputBytes;
        this.maxStepsBytes = maxStepsBytes;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(List.of(
                Endpoint.get(WorkerProtocol.PATH, Access.VIEWER, this::list)
                        .about("List workers", "Lists the registered workers, in the order of their registration.")
                        .givesListOf(WorkerView.class),
                Endpoint.post(WorkerProtocol.PATH + "/{id}/drain", Access.OPERATOR, this::drain)
                        .operation("workers.drain")
                        .about(
                                "Drain a worker",
                                "It finishes its runs and takes no more, until it is resumed or its process is started"
                                        + " again.")
                        .gives(WorkerView.class),
                Endpoint.post(WorkerProtocol.PATH + "/{id}/resume", Access.OPERATOR, this::resume)
                        .operation("workers.resume")
                        .about(
                                "Resume a worker",
                                "A worker that drains takes runs again. Nothing changes for one that does not drain.")
                        .gives(WorkerView.class)));
        all.addAll(new WorkerProtocol(dispatcher, maxOutputBytes, maxStepsBytes).endpoints());
        return all;
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        int limit = request.limit();
        List<WorkerInfo> rows = dispatcher.workers().stream()
                .filter(worker -> cursor == null || isAfter(worker, cursor.time(0), cursor.text(1)))
                .limit(limit + 1L)
                .toList();
        return Response.json(Listing.of(rows, limit, worker -> Cursor.of(worker.since(), worker.id()), WorkerView::of));
    }

    private static boolean isAfter(WorkerInfo worker, Instant since, String id) {
        int order = worker.since().compareTo(since);
        return order > 0 || (order == 0 && worker.id().compareTo(id) > 0);
    }

    private Response drain(Request request) {
        return changed(request, dispatcher::drain);
    }

    private Response resume(Request request) {
        return changed(request, dispatcher::resume);
    }

    private static Response changed(Request request, Function<String, Optional<WorkerInfo>> change) {
        String id = request.name("id");
        WorkerInfo worker = change.apply(id).orElseThrow(() -> noSuchWorker(id));
        request.audit("worker", worker.introduction().name());
        return Response.json(WorkerView.of(worker));
    }

    private static ProblemException noSuchWorker(String id) {
        return ProblemException.notFound("there is no worker " + id + " (any longer); GET " + WorkerProtocol.PATH
                + " lists those that are there");
    }
}

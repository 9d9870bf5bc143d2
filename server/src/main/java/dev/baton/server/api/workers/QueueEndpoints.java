package dev.baton.server.api.workers;

import dev.baton.server.http.Cursor;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.metric.QueueState;
import dev.baton.server.security.Access;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The endpoint that lists queues. */
public final class QueueEndpoints {

    private final Supplier<List<QueueState>> queues;

    /** @param queues all queues, by name */
    public QueueEndpoints(Supplier<List<QueueState>> queues) {
        this.queues = queues;
    }

    /** A queue, as the API shows it. */
    @Doc("The state of a queue over all servers.")
    record QueueView(
            @Doc("Its name.") String name,

            @Doc("The number of ready runs in it, which wait for a worker.")
            int depth,

            @Doc("How long the first of them has waited.") Duration age) {}

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/queues", Access.VIEWER, this::list)
                .about("List queues", "Lists the configured queues and those with waiting runs, by name.")
                .givesListOf(QueueView.class));
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        int limit = request.limit();
        List<QueueState> rows = queues.get().stream()
                .filter(queue -> cursor == null || queue.queue().compareTo(cursor.text(0)) > 0)
                .limit(limit + 1L)
                .toList();
        return Response.json(Listing.of(
                rows,
                limit,
                queue -> Cursor.of(queue.queue()),
                queue -> new QueueView(queue.queue(), queue.depth(), queue.oldest())));
    }
}

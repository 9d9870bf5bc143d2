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

/** How full the queues are. */
public final class QueueEndpoints {

    private final Supplier<List<QueueState>> queues;

    /** @param queues all queues, by name */
    public QueueEndpoints(Supplier<List<QueueState>> queues) {
        this.queues = queues;
    }

    /** A queue, as the API shows it. */
    @Doc("How full a queue is, on this server.")
    record QueueView(
            @Doc("Its name.") String name,

            @Doc("How many runs are ready in it, and wait for a worker.")
            int depth,

            @Doc("For how long the first of them has been ready.")
            Duration age) {}

    /** Their part of the table. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/queues", Access.VIEWER, this::list)
                .about("List queues", "By name, those that are configured and those in which something waits.")
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

package dev.baton.server.api.workers;

import dev.baton.policy.Limit;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The endpoint that lists queues. */
public final class QueueEndpoints {

    private final Supplier<List<QueueState>> queues;

    private final Supplier<Map<String, Limit>> limits;

    /**
     * @param queues all queues, by name
     * @param limits the limits of queues that have some
     */
    public QueueEndpoints(Supplier<List<QueueState>> queues, Supplier<Map<String, Limit>> limits) {
        this.queues = queues;
        this.limits = limits;
    }

    /** A queue, as the API shows it. */
    @Doc("The state of a queue over all servers.")
    record QueueView(
            @Doc("Its name.") String name,

            @Doc("The number of ready runs in it, which wait for a worker.")
            int depth,

            @Doc("How long the first of them has waited.") Duration age,

            @Doc("How many of its runs may run at a time, over all servers; null without such a limit.") @Nullable Integer limit,

            @Doc("How many of its runs may start in any period of the length `per`; null without such a limit.")
            @Nullable Integer rate,

            @Doc("The period of the rate.") @Nullable Duration per) {

        static QueueView of(QueueState queue, Limit limit) {
            boolean isBounded = limit.concurrency() != Integer.MAX_VALUE;
            boolean isRated = limit.rate() > 0;
            return new QueueView(
                    queue.queue(),
                    queue.depth(),
                    queue.oldest(),
                    isBounded ? limit.concurrency() : null,
                    isRated ? limit.rate() : null,
                    isRated ? limit.per() : null);
        }
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/queues", Access.VIEWER, this::list)
                .about(
                        "List queues",
                        "Lists the configured queues, with their limits, and those with waiting runs, by name.")
                .givesListOf(QueueView.class));
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        int limit = request.limit();
        Map<String, Limit> known = limits.get();
        Map<String, QueueState> all = new TreeMap<>();
        known.keySet().forEach(name -> all.put(name, new QueueState(name, 0, Duration.ZERO)));
        queues.get().forEach(queue -> all.put(queue.queue(), queue));
        List<QueueState> rows = all.values().stream()
                .filter(queue -> cursor == null || queue.queue().compareTo(cursor.text(0)) > 0)
                .limit(limit + 1L)
                .toList();
        return Response.json(Listing.of(
                rows,
                limit,
                queue -> Cursor.of(queue.queue()),
                queue -> QueueView.of(queue, known.getOrDefault(queue.queue(), Limit.none()))));
    }
}

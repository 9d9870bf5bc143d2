package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.util.List;
import java.util.function.Supplier;

/** For those who watch over the process: whether it lives, and whether it can be sent work. */
public final class HealthEndpoints {

    private static final int NOT_READY = 503;

    private final Supplier<List<String>> objections;

    /** How the server is. */
    @Doc("How the server is.")
    public record Health(@Doc("Whether all is well.") boolean ok) {}

    /**
     * The endpoints of a server.
     *
     * @param objections why it is not ready, each in words for its own log; empty when it is
     */
    public HealthEndpoints(Supplier<List<String>> objections) {
        this.objections = objections;
    }

    /** Their part of the table. They say nothing but yes or no, as anybody may ask. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/healthz", Access.PUBLIC, request -> Response.json(new Health(true)))
                        .tags("health")
                        .about("Is it alive", "Answers as long as the process does.")
                        .gives(Health.class),
                Endpoint.get("/readyz", Access.PUBLIC, this::ready)
                        .tags("health")
                        .about("Is it ready", "503 while the server is starting, stopping, or without its store.")
                        .gives(Health.class));
    }

    private Response ready(Request request) {
        boolean ready = objections.get().isEmpty();
        return Response.json(new Health(ready)).status(ready ? 200 : NOT_READY);
    }
}

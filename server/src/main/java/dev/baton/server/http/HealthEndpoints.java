package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The health checks for process supervisors and load balancers: liveness and readiness. */
public final class HealthEndpoints {

    private static final int NOT_READY = 503;

    private final Supplier<List<String>> objections;

    /** The health of the server. */
    @Doc("The health of the server.")
    public record Health(
            @Doc("Whether the server is healthy.") boolean ok,

            @Doc("The reasons why it is not ready.") @Nullable String reason) {}

    /**
     * Creates the endpoints.
     *
     * @param objections the reasons why the server is not ready, without sensitive details; empty if it is
     */
    public HealthEndpoints(Supplier<List<String>> objections) {
        this.objections = objections;
    }

    /** The endpoints. Their answers are short, because they need no token. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/healthz", Access.PUBLIC, request -> Response.json(new Health(true, null)))
                        .tags("health")
                        .about("Check that the server is alive", "Answers as long as the process runs.")
                        .gives(Health.class),
                Endpoint.get("/readyz", Access.PUBLIC, this::ready)
                        .tags("health")
                        .about(
                                "Check that the server is ready",
                                "503 with the reason while the server is stopping, or its store is unreachable, full or replaced.")
                        .gives(Health.class));
    }

    private Response ready(Request request) {
        List<String> reasons = objections.get();
        return reasons.isEmpty()
                ? Response.json(new Health(true, null))
                : Response.json(new Health(false, String.join("; ", reasons))).status(NOT_READY);
    }
}

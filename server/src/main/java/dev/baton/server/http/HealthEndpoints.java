package dev.baton.server.http;

import dev.baton.server.security.Access;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** For those who watch over the process: whether it lives, and whether it can be sent work. */
public final class HealthEndpoints {

    private static final int NOT_READY = 503;

    private final Supplier<List<String>> objections;

    /** How the server is. */
    @Doc("How the server is.")
    public record Health(
            @Doc("Whether all is well.") boolean ok,

            @Doc("Why it is not ready to take work.") @Nullable String reason) {}

    /**
     * The endpoints of a server.
     *
     * @param objections why it is not ready, each in words for anybody; empty when it is
     */
    public HealthEndpoints(Supplier<List<String>> objections) {
        this.objections = objections;
    }

    /** Their part of the table. They say little, as anybody may ask. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/healthz", Access.PUBLIC, request -> Response.json(new Health(true, null)))
                        .tags("health")
                        .about("Is it alive", "Answers as long as the process does.")
                        .gives(Health.class),
                Endpoint.get("/readyz", Access.PUBLIC, this::ready)
                        .tags("health")
                        .about(
                                "Is it ready",
                                "503 with the reason while the server is stopping, or its store is away, full or replaced.")
                        .gives(Health.class));
    }

    private Response ready(Request request) {
        List<String> reasons = objections.get();
        return reasons.isEmpty()
                ? Response.json(new Health(true, null))
                : Response.json(new Health(false, String.join("; ", reasons))).status(NOT_READY);
    }
}

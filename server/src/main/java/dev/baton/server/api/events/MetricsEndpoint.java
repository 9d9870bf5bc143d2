package dev.baton.server.api.events;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.function.Supplier;

/** The server's figures, for Prometheus. */
public final class MetricsEndpoint {

    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final Supplier<String> figures;

    /** @param figures gives them in the text format of Prometheus */
    public MetricsEndpoint(Supplier<String> figures) {
        this.figures = figures;
    }

    /** Its line of the table. Names of jobs are in there: nobody sees them without a token. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/metrics", Access.VIEWER, request -> Response.text(FORMAT, figures.get()))
                .tags("health")
                .about(
                        "Show figures",
                        "In the text format of Prometheus; its scraper needs a token of the role viewer.")
                .givesMedia("text/plain"));
    }
}

package dev.baton.server.api.events;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.function.Supplier;

/** The endpoint for metrics. */
public final class MetricsEndpoint {

    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final Supplier<String> figures;

    /**
     * @param figures returns the metrics in the text format of Prometheus
     */
    public MetricsEndpoint(Supplier<String> figures) {
        this.figures = figures;
    }

    /** The endpoint. It requires a token, because metrics contain the names of jobs. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/metrics", Access.VIEWER, request -> Response.text(FORMAT, figures.get()))
                .tags("health")
                .about("Show figures", "The text format of Prometheus. The scraper needs a token with the role viewer.")
                .givesMedia("text/plain"));
    }
}

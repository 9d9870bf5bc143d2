package dev.baton.server;

import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;
import java.util.Objects;

/** The endpoint that shows the version of Baton. */
final class VersionEndpoint {

    private static final String DEVELOPMENT = "development";

    private VersionEndpoint() {}

    /** The endpoint that shows the version of Baton. */
    @Doc("The versions of the server.")
    public record VersionView(
            @Doc("The version of the server.") String version,
            @Doc("The version of the API.") String api,
            @Doc("The version of Java that it runs on.") String java) {}

    static List<Endpoint> endpoints() {
        String version =
                Objects.requireNonNullElse(VersionEndpoint.class.getPackage().getImplementationVersion(), DEVELOPMENT);
        VersionView view = new VersionView(version, "v1", Runtime.version().toString());
        return List.of(Endpoint.get("/api/v1/version", Access.VIEWER, request -> Response.json(view))
                .operation("version")
                .about("Show the server's version", "")
                .gives(VersionView.class));
    }
}

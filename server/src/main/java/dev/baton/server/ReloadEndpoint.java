package dev.baton.server;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.spec.document.InvalidDocumentException;

/** The endpoint that reads the configuration again. */
final class ReloadEndpoint {

    private ReloadEndpoint() {}

    static Endpoint of(Runnable reload) {
        return Endpoint.post("/api/v1/reload", Access.ADMIN, request -> {
                    try {
                        reload.run();
                        return Response.noContent();
                    } catch (InvalidDocumentException e) {
                        throw ProblemException.badRequest(
                                "the configuration is invalid, and nothing was changed:\n" + e.getMessage());
                    }
                })
                .about("Read the configuration again", "Applies all jobs and workflows of the file, or none.");
    }
}

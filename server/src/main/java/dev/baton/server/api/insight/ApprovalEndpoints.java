package dev.baton.server.api.insight;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Listing;
import dev.baton.server.http.ListingOf;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.List;

/** The endpoint that lists runs that wait for an approval. */
final class ApprovalEndpoints {

    private final Approvals approvals;

    ApprovalEndpoints(Approvals approvals) {
        this.approvals = approvals;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get(
                        "/api/v1/approvals",
                        Access.VIEWER,
                        request -> Response.json(new Listing<>(approvals.waiting(), null)))
                .operation("approvals.list")
                .about("List pending approvals", "The oldest first, in one page.")
                .gives(new ListingOf(ApprovalView.class)));
    }
}

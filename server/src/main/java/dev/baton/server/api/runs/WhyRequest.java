package dev.baton.server.api.runs;

import dev.baton.server.http.Doc;
import dev.baton.server.http.Request;
import org.jspecify.annotations.Nullable;

/** The optional reason for an action. */
@Doc("The reason for an action.")
record WhyRequest(
        @Doc("The reason, for the audit log.") @Nullable String reason) {

    /** Reads the reason, and adds it to the audit log. */
    static void note(Request request) {
        String reason = request.body(WhyRequest.class).reason;
        if (reason != null) {
            request.audit("reason", reason);
        }
    }
}

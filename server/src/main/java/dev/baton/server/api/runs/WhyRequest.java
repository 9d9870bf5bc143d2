package dev.baton.server.api.runs;

import dev.baton.server.http.Doc;
import dev.baton.server.http.Request;
import org.jspecify.annotations.Nullable;

/** Why somebody does something; nobody has to say. */
@Doc("Why it is done.")
record WhyRequest(
        @Doc("In words, for the audit log.") @Nullable String reason) {

    /** Reads it, and tells the audit log. */
    static void note(Request request) {
        String reason = request.body(WhyRequest.class).reason;
        if (reason != null) {
            request.audit("reason", reason);
        }
    }
}

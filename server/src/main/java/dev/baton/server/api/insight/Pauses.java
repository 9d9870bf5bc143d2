package dev.baton.server.api.insight;

import dev.baton.server.http.Doc;
import dev.baton.server.http.Json;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.server.store.AuditLog.Filter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads from the audit log who paused a definition, and why. */
final class Pauses {

    private static final int NO_CONTENT = 204;

    private final AuditLog audit;

    Pauses(AuditLog audit) {
        this.audit = audit;
    }

    /** A pause. */
    @Doc("A pause.")
    record PauseView(
            @Doc("The name of the token that paused it.") String by,
            @Doc("When.") Instant time,

            @Doc("The reason; missing if none was given.") @Nullable String reason) {}

    /** The last pause of a job or workflow through the API; null if there was none. */
    @Nullable PauseView of(String name, boolean workflow) {
        String action = (workflow ? "workflows" : "jobs") + ".pause";
        List<Entry> newest = audit.list(new Filter(null, action, name, null, null), null, 1);
        if (newest.isEmpty()) {
            return null;
        }
        Entry entry = newest.get(0);
        JsonNode detail = Json.mapper().readTree(entry.detail());
        if (detail.path("status").asInt(NO_CONTENT) >= 400) {
            return null;
        }
        JsonNode reason = detail.path("reason");
        return new PauseView(entry.actor(), entry.time(), reason.isString() ? reason.stringValue() : null);
    }
}

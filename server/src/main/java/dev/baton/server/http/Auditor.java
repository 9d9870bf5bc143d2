package dev.baton.server.http;

import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import dev.baton.server.store.AuditLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes an audit row for every change that somebody was allowed to ask for, whatever came of it. */
final class Auditor {

    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);

    private final AuditLog log;

    Auditor(AuditLog log) {
        this.log = log;
    }

    /** Completes when the row is there for good, or cannot be; never with a failure. */
    CompletableFuture<@Nullable Void> note(Endpoint endpoint, Request request, int status) {
        if (endpoint.signature().effect() != Effect.AUDITED || endpoint.access() == Access.PUBLIC) {
            return CompletableFuture.completedFuture(null);
        }
        Actor actor = request.actor();
        String action = endpoint.about().operation();
        Map<String, Object> detail = new LinkedHashMap<>(request.audited());
        detail.put("status", status);
        String json = Json.mapper().writeValueAsString(detail);
        return log.append(actor, action, request.target(), json, request.address())
                .exceptionally(failure -> {
                    // The change is made by now: what the table cannot take, the log of the process must.
                    LOG.error(
                            "audit: {} ({}) did {} to \"{}\" from {}: {}",
                            actor.name(),
                            actor.token(),
                            action,
                            request.target(),
                            request.address(),
                            json,
                            failure);
                    return null;
                });
    }
}

package dev.baton.server.http;

import dev.baton.server.security.Actor;
import dev.baton.server.security.Buckets;
import dev.baton.server.store.AuditLog;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes an audit row for every permitted request for a change, whatever its result. */
final class Auditor {

    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);

    private static final int FORBIDDEN = 403;
    private static final int LONGEST_TARGET = 200;

    private final AuditLog log;
    /** A token that is refused again and again must not fill the table. */
    private final Buckets refusals = new Buckets(new Buckets.Rate(1, 20));

    private final Masks masks;

    Auditor(AuditLog log, Masks masks) {
        this.log = log;
        this.masks = masks;
    }

    /** Writes an audit row for a request that the client's role does not allow. */
    void noteRefusal(Endpoint endpoint, Context context, Actor actor, String address) {
        if (refusals.take(actor.token().toString()).isEmpty()) {
            String target = String.join("/", context.pathParamMap().values());
            var unused = append(
                    actor,
                    endpoint.about().operation(),
                    target.length() > LONGEST_TARGET ? target.substring(0, LONGEST_TARGET) : target,
                    Map.of("status", FORBIDDEN, "refused", "the role " + actor.role() + " does not allow it"),
                    address);
        }
    }

    /** Completes when the row is committed, or cannot be written; never exceptionally. */
    CompletableFuture<@Nullable Void> note(Endpoint endpoint, Request request, int status) {
        Actor actor = request.auditedActor().orElse(null);
        if (endpoint.signature().effect() != Effect.AUDITED || actor == null) {
            return CompletableFuture.completedFuture(null);
        }
        Map<String, Object> detail = new LinkedHashMap<>(request.audited());
        detail.put("status", status);
        return append(actor, endpoint.about().operation(), request.target(), detail, request.address());
    }

    private CompletableFuture<@Nullable Void> append(
            Actor actor, String action, String target, Map<String, Object> detail, String address) {
        String json = new String(masks.write(detail), StandardCharsets.UTF_8);
        return log.append(actor, action, target, json, address).exceptionally(failure -> {
            // The change has been made, so an entry that cannot be stored goes to the log of the process.
            LOG.error(
                    "audit: {} ({}) did {} to \"{}\" from {}: {}",
                    actor.name(),
                    actor.token(),
                    action,
                    target,
                    address,
                    json,
                    failure);
            return null;
        });
    }
}

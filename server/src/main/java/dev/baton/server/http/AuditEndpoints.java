package dev.baton.server.http;

import dev.baton.server.security.Access;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.server.store.AuditLog.Filter;
import dev.baton.server.store.AuditLog.Position;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Reading the audit log. */
public final class AuditEndpoints {

    private static final Parameter<String> ACTOR = Parameter.text("actor", "Only what this token did, by its name.");
    private static final Parameter<String> ACTION =
            Parameter.text("action", "Only this operation, such as jobs.create.");
    private static final Parameter<String> TARGET = Parameter.text("target", "Only what was done to this.");
    private static final Parameter<Instant> FROM = Parameter.time("from", "Only from this time on.");
    private static final Parameter<Instant> TO = Parameter.time("to", "Only before this time.");

    private final AuditLog log;

    /** An entry as the API shows it. */
    @Doc("Something that was done or tried.")
    public record AuditView(
            @Doc("Its id.") UUID id,
            @Doc("When.") Instant time,
            @Doc("The id of the token that did it.") UUID token,
            @Doc("The name that token had.") String actor,

            @Doc("What was done: the operation's name in this document.")
            String action,

            @Doc("What it was done to; empty for nothing in particular.")
            String target,

            @Doc("The HTTP status of the answer, and what else there is to say.")
            JsonNode detail,

            @Doc("Where the request came from.") String address) {

        static AuditView of(Entry entry) {
            return new AuditView(
                    entry.id(),
                    entry.time(),
                    entry.token(),
                    entry.actor(),
                    entry.action(),
                    entry.target(),
                    Json.mapper().readTree(entry.detail()),
                    entry.address());
        }
    }

    /** The endpoints over this log. */
    public AuditEndpoints(AuditLog log) {
        this.log = log;
    }

    /** Their part of the table. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/audit", Access.ADMIN, this::list)
                .about("Read the audit log", "Who did what when, newest first.")
                .query(ACTOR, ACTION, TARGET, FROM, TO)
                .givesListOf(AuditView.class));
    }

    private Response list(Request request) {
        Filter filter = new Filter(
                request.queryOrNull(ACTOR),
                request.queryOrNull(ACTION),
                request.queryOrNull(TARGET),
                request.queryOrNull(FROM),
                request.queryOrNull(TO));
        Cursor cursor = request.cursor();
        Position after = cursor == null ? null : new Position(cursor.time(0), cursor.id(1));
        int limit = request.limit();
        return Response.json(Listing.of(
                log.list(filter, after, limit + 1),
                limit,
                entry -> Cursor.of(entry.time(), entry.id()),
                AuditView::of));
    }
}

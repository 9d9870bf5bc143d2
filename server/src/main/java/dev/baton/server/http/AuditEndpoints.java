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

/** The endpoint that lists the audit log. */
public final class AuditEndpoints {

    private static final Parameter<String> ACTOR = Parameter.text("actor", "Only actions of the token with this name.");
    private static final Parameter<String> ACTION =
            Parameter.text("action", "Only this operation, such as jobs.create.");
    private static final Parameter<String> TARGET = Parameter.text("target", "Only actions on this target.");
    private static final Parameter<Instant> FROM = Parameter.time("from", "Only from this time on.");
    private static final Parameter<Instant> TO = Parameter.time("to", "Only before this time.");

    private final AuditLog log;

    /** An entry as the API shows it. */
    @Doc("An action that a client performed or tried.")
    public record AuditView(
            @Doc("Its id.") UUID id,
            @Doc("When.") Instant time,
            @Doc("The id of the client's token.") UUID token,
            @Doc("The name of that token.") String actor,

            @Doc("The action: the operation's name in this document.")
            String action,

            @Doc("The target of the action; may be empty.") String target,

            @Doc("The HTTP status of the answer, and further details.")
            JsonNode detail,

            @Doc("The client's address.") String address) {

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

    /** Creates the endpoints of an audit log. */
    public AuditEndpoints(AuditLog log) {
        this.log = log;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/api/v1/audit", Access.ADMIN, this::list)
                .about("Read the audit log", "Lists the actions of clients, the newest first.")
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

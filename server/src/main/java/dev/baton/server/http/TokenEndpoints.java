package dev.baton.server.http;

import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import dev.baton.server.security.Scope;
import dev.baton.server.security.Token;
import dev.baton.server.store.Tokens;
import dev.baton.server.store.Tokens.Fresh;
import dev.baton.server.store.Tokens.Position;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The endpoints that create, list and revoke tokens. */
public final class TokenEndpoints {

    private static final String PATH = "/api/v1/tokens";

    private final Tokens tokens;
    private final Clock clock;

    /** The request for a new token. */
    @Doc("A token to create.")
    public record NewToken(
            @Doc("Its name.") String name,
            @Doc("Its role.") Role role,

            @Doc("How long it is valid; forever if missing.") @Nullable Duration lifetime,

            @Doc("For the role worker: the queues that it may serve; all if missing.") @Nullable List<String> queues,

            @Doc("For the role worker: the labels that it may have; any if missing.") @Nullable List<String> labels) {

        /** Checks the name, the lifetime and the scope. */
        public NewToken {
            Parameter.name(name);
            if (lifetime != null && lifetime.isZero()) {
                throw new IllegalArgumentException(
                        "a lifetime must be longer than zero: leave it out for a token that never expires");
            }
            if (role != Role.WORKER && (queues != null || labels != null)) {
                throw new IllegalArgumentException("only a worker's token is bound to queues and labels");
            }
            Stream.of(queues, labels)
                    .filter(Objects::nonNull)
                    .flatMap(List::stream)
                    .forEach(Parameter::name);
        }
    }

    /** A token as the API shows it. */
    @Doc("A token, without its secret.")
    public record TokenView(
            @Doc("Its id.") UUID id,
            @Doc("Its name.") String name,
            @Doc("Its role.") Role role,
            @Doc("The beginning of its secret.") String prefix,
            @Doc("When it was created.") Instant created,

            @Doc("When it expires; missing if never.") @Nullable Instant expires,

            @Doc("When it was last used; missing if never.") @Nullable Instant lastUsed,

            @Doc("When it was revoked; missing if it was not.") @Nullable Instant revoked,

            @Doc("The queues that it is limited to; missing for all.") @Nullable Set<String> queues,

            @Doc("The labels that it is limited to; missing for any.") @Nullable Set<String> labels) {

        static TokenView of(Token token) {
            return new TokenView(
                    token.id(),
                    token.name(),
                    token.role(),
                    token.prefix(),
                    token.created(),
                    token.expires(),
                    token.lastUsed(),
                    token.revoked(),
                    bound(token.scope().queues()),
                    bound(token.scope().labels()));
        }

        private static @Nullable Set<String> bound(Set<String> names) {
            return names.isEmpty() ? null : new TreeSet<>(names);
        }
    }

    /** A new token. */
    @Doc("A new token.")
    public record MadeToken(
            @Doc("The token.") TokenView token,
            @Doc("Its secret, which is shown only once.") String secret) {}

    /** Creates the endpoints. */
    public TokenEndpoints(Tokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(PATH, Access.ADMIN, this::list)
                        .about("List tokens", "Lists all tokens, the newest first, including revoked and expired ones.")
                        .givesListOf(TokenView.class),
                Endpoint.post(PATH, Access.ADMIN, this::create)
                        .about(
                                "Make a token",
                                "The answer contains its secret, which is not stored and not shown again.")
                        .takes(NewToken.class)
                        .gives(201, MadeToken.class),
                Endpoint.delete(PATH + "/{id}", Access.ADMIN, this::revoke)
                        .about("Revoke a token", "The token and its sessions become invalid at once."));
    }

    private Response list(Request request) {
        Cursor cursor = request.cursor();
        Position after = cursor == null ? null : new Position(cursor.time(0), cursor.id(1));
        int limit = request.limit();
        return Response.json(Listing.of(
                tokens.list(after, limit + 1), limit, token -> Cursor.of(token.created(), token.id()), TokenView::of));
    }

    private Response create(Request request) {
        NewToken wanted = request.body(NewToken.class);
        Duration lifetime = wanted.lifetime();
        Instant expires = lifetime == null ? null : clock.instant().plus(lifetime);
        Scope scope = new Scope(
                Set.copyOf(Objects.requireNonNullElse(wanted.queues(), List.of())),
                Set.copyOf(Objects.requireNonNullElse(wanted.labels(), List.of())));
        Fresh fresh = tokens.create(wanted.name(), wanted.role(), expires, scope);
        request.auditTarget(fresh.token().id().toString());
        request.audit("name", wanted.name());
        request.audit("role", wanted.role());
        if (!scope.equals(Scope.ANY)) {
            request.audit("queues", new TreeSet<>(scope.queues()));
            request.audit("labels", new TreeSet<>(scope.labels()));
        }
        return Response.created(
                new MadeToken(TokenView.of(fresh.token()), fresh.secret().reveal()),
                PATH + "/" + fresh.token().id());
    }

    private Response revoke(Request request) {
        UUID id = request.id("id");
        if (!tokens.revoke(id)) {
            throw ProblemException.notFound("there is no token " + id + " that is not revoked already");
        }
        return Response.noContent();
    }
}

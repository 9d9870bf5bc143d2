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

/** Making, listing and revoking tokens. */
public final class TokenEndpoints {

    private static final String PATH = "/api/v1/tokens";

    private final Tokens tokens;
    private final Clock clock;

    /** The request for a new token. */
    @Doc("What a new token should be.")
    public record NewToken(
            @Doc("What it is called.") String name,
            @Doc("What it is for.") Role role,

            @Doc("How long it works; missing for always.") @Nullable Duration lifetime,

            @Doc("For a worker's: the queues that it may serve; missing for all.") @Nullable List<String> queues,

            @Doc("For a worker's: the labels that it may have; missing for any.") @Nullable List<String> labels) {

        /** Refuses names that are none, and tokens that would never work. */
        public NewToken {
            Parameter.name(name);
            if (lifetime != null && lifetime.isZero()) {
                throw new IllegalArgumentException("a lifetime of nothing is none: leave it out for always");
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
            @Doc("What it is called.") String name,
            @Doc("What it is for.") Role role,
            @Doc("How its secret begins.") String prefix,
            @Doc("When it was made.") Instant created,

            @Doc("When it stops working; missing for never.") @Nullable Instant expires,

            @Doc("When it was used last; missing for never.") @Nullable Instant lastUsed,

            @Doc("When it was revoked; missing when it was not.") @Nullable Instant revoked,

            @Doc("The queues that it is bound to; missing for none.") @Nullable Set<String> queues,

            @Doc("The labels that it is bound to; missing for none.") @Nullable Set<String> labels) {

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

    /** A token that was just made. */
    @Doc("A token that was just made.")
    public record MadeToken(
            @Doc("The token.") TokenView token,
            @Doc("Its secret, shown this once.") String secret) {}

    /** The endpoints over these tokens. */
    public TokenEndpoints(Tokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /** Their part of the table. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(PATH, Access.ADMIN, this::list)
                        .about("List tokens", "Newest first, revoked and expired ones among them.")
                        .givesListOf(TokenView.class),
                Endpoint.post(PATH, Access.ADMIN, this::create)
                        .about("Make a token", "The answer holds its secret, which is not stored and not shown again.")
                        .takes(NewToken.class)
                        .gives(201, MadeToken.class),
                Endpoint.delete(PATH + "/{id}", Access.ADMIN, this::revoke)
                        .about("Revoke a token", "It stops working at once, and with it the sessions it opened."));
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

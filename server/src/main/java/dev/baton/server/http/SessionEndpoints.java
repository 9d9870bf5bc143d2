package dev.baton.server.http;

import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Buckets;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import dev.baton.server.security.Token;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The endpoints that sign a browser in and out. */
public final class SessionEndpoints {

    private static final String PATH = "/api/v1/session";

    private final Tokens tokens;
    private final Sessions sessions;
    private final SessionCookie cookie;
    private final Buckets failures;

    /** The body of a sign-in. */
    @Doc("The token with which a browser signs in.")
    public record SignIn(@Doc("The token.") String token) {}

    /** The identity of the signed-in user. */
    @Doc("The signed-in user.")
    public record SignedIn(
            @Doc("The id of the token.") UUID id,
            @Doc("The name of the token.") String name,
            @Doc("The role of the token.") Role role) {

        static SignedIn of(Actor actor) {
            return new SignedIn(actor.token(), actor.name(), actor.role());
        }
    }

    /** Creates the endpoints of a server with these settings. */
    public SessionEndpoints(Tokens tokens, Sessions sessions, HttpSettings settings) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.cookie = SessionCookie.of(settings);
        this.failures = new Buckets(settings.limits().failures());
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(PATH, Access.PUBLIC, this::signIn)
                        .about("Sign in", "Opens a session for a browser, in a cookie that scripts cannot read.")
                        .takes(SignIn.class)
                        .gives(SignedIn.class),
                Endpoint.get(PATH, Access.VIEWER, this::show)
                        .operation("session.show")
                        .about("Show the signed-in user", "")
                        .gives(SignedIn.class),
                Endpoint.delete(PATH, Access.VIEWER, this::signOut)
                        .about("Sign out", "Ends the session of the cookie."));
    }

    /** The endpoint of an application that signs people in itself. */
    public static Endpoint ofApplication() {
        return Endpoint.get(PATH, Access.VIEWER, request -> Response.json(SignedIn.of(request.actor())))
                .operation("session.show")
                .about("Show the signed-in user", "")
                .gives(SignedIn.class);
    }

    private Response signIn(Request request) {
        String text = request.body(SignIn.class).token();
        Token token = (Secret.isOne(text) ? tokens.use(Secret.shown(text)) : Optional.<Token>empty())
                .orElseThrow(() -> refused(request.address()));
        request.auditAs(token.actor());
        if (token.role() == Role.WORKER) {
            throw ProblemException.forbidden("the token \"" + token.name() + "\" is a worker's, and cannot sign in");
        }
        Secret session = sessions.open(token, cookie.length());
        return Response.json(SignedIn.of(token.actor())).header("Set-Cookie", cookie.set(session));
    }

    /** Wrong tokens are rate-limited here as everywhere; valid ones are not. */
    private ProblemException refused(String address) {
        return failures.take(address)
                .map(wait -> ProblemException.tooMany("too many wrong tokens from " + address, wait))
                .orElseGet(() -> ProblemException.unauthorized("the token is not known, has expired, or was revoked"));
    }

    private Response show(Request request) {
        return Response.json(SignedIn.of(request.actor()));
    }

    private Response signOut(Request request) {
        cookie.in(request.context().req()).ifPresent(sent -> sessions.close(Secret.shown(sent.getValue())));
        return Response.noContent().header("Set-Cookie", cookie.clear());
    }
}

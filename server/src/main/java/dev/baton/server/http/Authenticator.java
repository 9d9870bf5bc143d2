package dev.baton.server.http;

import dev.baton.server.security.Actor;
import dev.baton.server.security.Secret;
import dev.baton.server.security.Token;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Authenticates clients, by a bearer token or by the cookie of a session. Safe from any thread. */
final class Authenticator {

    private static final String SCHEME = "Bearer ";

    private final Tokens tokens;
    private final Sessions sessions;
    private final SessionCookie cookie;

    /**
     * An authenticated client.
     *
     * @param actor its identity
     * @param byCookie whether a browser added the credentials by itself, for whatever page sent the request
     * @param again looks up the same credentials again
     */
    record Known(Actor actor, boolean byCookie, Supplier<Optional<Actor>> again) {

        /** The current identity; empty if the token was revoked or has expired, or the session has ended. */
        Optional<Actor> now() {
            return again.get();
        }
    }

    /** The result of authentication: no credentials, invalid credentials, or an identity. */
    record Finding(boolean tried, Optional<Known> known) {

        static final Finding NOTHING = new Finding(false, Optional.empty());
        static final Finding WRONG = new Finding(true, Optional.empty());

        static Finding of(Supplier<Optional<Token>> token, boolean byCookie) {
            Supplier<Optional<Actor>> again = () -> token.get().map(Token::actor);
            return new Finding(true, again.get().map(found -> new Known(found, byCookie, again)));
        }
    }

    Authenticator(Tokens tokens, Sessions sessions, SessionCookie cookie) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.cookie = cookie;
    }

    Finding find(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders("Authorization"));
        if (headers.size() > 1) {
            return Finding.WRONG;
        }
        return headers.isEmpty() ? byCookie(request) : byHeader(headers.get(0));
    }

    private Finding byHeader(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Finding.WRONG;
        }
        String text = header.substring(SCHEME.length()).trim();
        if (!Secret.isOne(text)) {
            return Finding.WRONG;
        }
        Secret secret = Secret.shown(text);
        return Finding.of(() -> tokens.use(secret), false);
    }

    private Finding byCookie(HttpServletRequest request) {
        Optional<Cookie> sent = cookie.in(request);
        if (sent.isEmpty()) {
            return Finding.NOTHING;
        }
        String text = sent.get().getValue();
        if (!Secret.isOne(text)) {
            return Finding.WRONG;
        }
        Secret secret = Secret.shown(text);
        return Finding.of(() -> sessions.find(secret), true);
    }
}

package dev.baton.server.http;

import dev.baton.server.security.Secret;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The cookie of a session. Scripts cannot read it, other sites cannot make a browser send it, and with TLS it is never
 * sent without TLS.
 *
 * @param secure whether browsers reach the server over TLS
 * @param length how long a browser stays signed in
 */
record SessionCookie(boolean secure, Duration length) {

    /** Its name, without the prefix that it has with TLS. */
    static final String NAME = "baton_session";

    static SessionCookie of(HttpSettings settings) {
        return new SessionCookie(settings.isSecure(), settings.limits().session());
    }

    /** A browser accepts a cookie whose name begins with __Host- only from the host itself, and only over TLS. */
    String name() {
        return secure ? "__Host-" + NAME : NAME;
    }

    Optional<Cookie> in(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(name()))
                        .findFirst();
    }

    /** The header that sets the cookie. */
    String set(Secret secret) {
        return header(secret.reveal(), length);
    }

    /** The header that removes the cookie. */
    String clear() {
        return header("", Duration.ZERO);
    }

    private String header(String value, Duration age) {
        return name() + "=" + value + "; Path=/; Max-Age=" + age.toSeconds() + "; HttpOnly; SameSite=Strict"
                + (secure ? "; Secure" : "");
    }
}

package dev.baton.server.http;

import dev.baton.server.security.Secret;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The cookie that holds a session. Scripts cannot read it, other sites cannot make a browser send it, and under TLS it
 * never travels without.
 */
record SessionCookie(boolean secure) {

    /** A browser takes a cookie whose name begins with __Host- only from this very host, and only over TLS. */
    String name() {
        return secure ? "__Host-baton_session" : "baton_session";
    }

    Optional<Cookie> in(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(name()))
                        .findFirst();
    }

    /** The header that sets it, for so long. */
    String set(Secret secret, Duration length) {
        return header(secret.reveal(), length);
    }

    /** The header that takes it away. */
    String clear() {
        return header("", Duration.ZERO);
    }

    private String header(String value, Duration age) {
        return name() + "=" + value + "; Path=/; Max-Age=" + age.toSeconds() + "; HttpOnly; SameSite=Strict"
                + (secure ? "; Secure" : "");
    }
}

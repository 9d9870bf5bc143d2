package dev.baton.server.security;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a change with a session cookie comes from a page of this server. A browser sends the cookie with requests
 * of other pages too; it sends the header {@value #HEADER} only if a script of the same origin set it, and it sets
 * Origin and Sec-Fetch-Site itself.
 *
 * @param header the header {@value #HEADER}
 * @param origin the header Origin
 * @param fetchSite the header Sec-Fetch-Site
 * @param host the header Host
 * @param secure whether browsers reach the server over TLS
 */
public record SameSite(
        @Nullable String header,
        @Nullable String origin,
        @Nullable String fetchSite,
        @Nullable String host,
        boolean secure) {

    /** The header that a script must add. */
    public static final String HEADER = "X-Baton-CSRF";

    /** The problem with the request, or empty. */
    public Optional<String> objection() {
        if (!"1".equals(header)) {
            return Optional.of("a change made with a cookie needs the header " + HEADER + ": 1");
        }
        if (origin == null && fetchSite == null) {
            return Optional.of("a change made with a cookie needs the header Origin or Sec-Fetch-Site");
        }
        if (fetchSite != null && !fetchSite.equals("same-origin")) {
            return Optional.of("it comes from another site (Sec-Fetch-Site: " + fetchSite + ")");
        }
        if (origin != null && !isOfHost(origin)) {
            return Optional.of("it comes from another origin (" + origin + ")");
        }
        return Optional.empty();
    }

    private boolean isOfHost(String origin) {
        try {
            URI address = URI.create(origin);
            // A page that was loaded without TLS could have been changed on the way, so it is not trusted.
            return (secure ? "https" : "http").equalsIgnoreCase(address.getScheme())
                    && host != null
                    && host.equalsIgnoreCase(address.getRawAuthority());
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }
}

package dev.baton.server.http;

import java.util.Map;

/** The security headers of every answer. */
public final class SecurityHeaders {

    /** The header that says what a page may load. */
    public static final String POLICY = "Content-Security-Policy";

    /** For all answers. A page that needs no more than its own scripts and styles works under this. */
    static final Map<String, String> ALL = Map.of(
            POLICY,
            policy(""),
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    /** For those that travelled over TLS. */
    static final Map<String, String> UNDER_TLS = Map.of("Strict-Transport-Security", "max-age=31536000");

    private SecurityHeaders() {}

    /**
     * The policy for a page.
     *
     * @param scripts hashes of scripts that stand in the page itself; empty for none
     */
    public static String policy(String scripts) {
        return "default-src 'none'; script-src 'self'" + (scripts.isEmpty() ? "" : " " + scripts)
                + "; style-src 'self'; img-src 'self' data:; font-src 'self';"
                + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }
}

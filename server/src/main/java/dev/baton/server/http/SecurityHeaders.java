package dev.baton.server.http;

import java.util.Map;

/** The security headers of every answer. */
public final class SecurityHeaders {

    /** The header of the content security policy. */
    public static final String POLICY = "Content-Security-Policy";

    /** The headers of all answers. A page with only its own scripts and styles works with them. */
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

    /** The header of answers over TLS. */
    static final Map<String, String> UNDER_TLS = Map.of("Strict-Transport-Security", "max-age=31536000");

    private SecurityHeaders() {}

    /**
     * The content security policy of a page.
     *
     * @param scripts the hashes of inline scripts; empty for none
     */
    public static String policy(String scripts) {
        return "default-src 'none'; script-src 'self'" + (scripts.isEmpty() ? "" : " " + scripts)
                + "; style-src 'self'; img-src 'self' data:; font-src 'self';"
                + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }
}

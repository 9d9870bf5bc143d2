package dev.baton.server.http;

import dev.baton.server.http.Authenticator.Finding;
import dev.baton.server.http.Authenticator.Known;
import dev.baton.server.security.Access;
import dev.baton.server.security.Buckets;
import dev.baton.server.security.Hosts;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks every request, for known and unknown paths: without valid credentials, a client learns nothing, not even which
 * paths exist. Only public endpoints need no credentials.
 */
final class AccessFilter implements Handler {

    private static final String KNOWN = "baton.known";

    /** The router would follow this header instead of the request line. */
    private static final String METHOD_OVERRIDE = "X-HTTP-Method-Override";

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]*)", Pattern.CASE_INSENSITIVE);

    private final Hosts hosts;
    private final Authenticator authenticator;
    private final PublicPaths publicPaths;
    private final ClientAddress addresses;
    private final Buckets perAddress;
    private final Buckets perToken;
    private final Buckets failures;
    private final Limits limits;
    private final boolean secure;

    AccessFilter(HttpSettings settings, Authenticator authenticator, List<Endpoint> endpoints) {
        this.hosts = new Hosts(settings.names());
        this.authenticator = authenticator;
        this.publicPaths = new PublicPaths(endpoints.stream()
                .filter(endpoint -> endpoint.access() == Access.PUBLIC)
                .toList());
        this.addresses = new ClientAddress(settings.behindTlsProxy());
        this.limits = settings.limits();
        this.perAddress = new Buckets(limits.perAddress());
        this.perToken = new Buckets(limits.perToken());
        this.failures = new Buckets(limits.failures());
        this.secure = settings.isSecure();
    }

    /** The identity of the client; empty on public endpoints. */
    static Optional<Known> known(Context context) {
        return Optional.ofNullable(context.attribute(KNOWN));
    }

    /** Sets the identity of the client. */
    static void know(Context context, Known known) {
        context.attribute(KNOWN, known);
    }

    @Override
    public void handle(Context context) {
        SecurityHeaders.ALL.forEach(context::header);
        if (secure) {
            SecurityHeaders.UNDER_TLS.forEach(context::header);
        }
        checkHost(context);
        checkMethod(context);
        checkCharset(context);
        String address = addresses.of(context);
        take(perAddress, address, "too many requests from " + address);
        if (!publicPaths.contain(context)) {
            Known known = authenticate(context, address);
            take(perToken, known.actor().token().toString(), "too many requests with this token");
            know(context, known);
        }
        if (context.req().getContentLengthLong() > limits.body()) {
            throw ProblemException.tooLarge(limits.body());
        }
    }

    private void checkHost(Context context) {
        List<String> sent = Collections.list(context.req().getHeaders("Host"));
        if (sent.size() != 1 || !hosts.know(sent.get(0))) {
            throw ProblemException.of(
                    421,
                    "the Host header does not name this server. To accept the name, add it to"
                            + " allowed_hosts in [server]");
        }
    }

    /** Refuses method overrides, so that a proxy in front sees the method that the server acts on. */
    static void checkMethod(Context context) {
        if (context.req().getHeader(METHOD_OVERRIDE) != null) {
            throw ProblemException.badRequest(
                    "the header " + METHOD_OVERRIDE + " is not supported: send the request with the intended method");
        }
    }

    /** Bodies are read as UTF-8, so a request with another charset is refused. */
    static void checkCharset(Context context) {
        // The raw header, because Jetty fails on a charset that it does not know.
        String type = context.req().getHeader("Content-Type");
        if (type != null) {
            Matcher charset = CHARSET.matcher(type);
            if (charset.find() && !charset.group(1).equalsIgnoreCase("utf-8")) {
                throw ProblemException.of(415, "the charset of a body must be UTF-8");
            }
        }
    }

    private Known authenticate(Context context, String address) {
        Finding finding = authenticator.find(context.req());
        if (finding.known().isPresent()) {
            return finding.known().get();
        }
        if (finding.tried()) {
            // Wrong tokens from an address do not lock out clients with a valid token at the same address.
            take(failures, address, "too many wrong tokens from " + address);
            throw ProblemException.unauthorized("the token or session is not known, has expired, or was revoked");
        }
        throw ProblemException.unauthorized("a token is needed: send it as Authorization: Bearer btn_…");
    }

    private static void take(Buckets buckets, String key, String detail) {
        buckets.take(key).ifPresent(wait -> {
            throw ProblemException.tooMany(detail, wait);
        });
    }
}

package dev.baton.worker.net;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A request for {@link GuardedHttp}.
 *
 * <pre>{@code
 * HttpCall.Limits limits = new HttpCall.Limits(Duration.ofSeconds(10), 1_000_000, 5);
 * HttpCall call = HttpCall.get(URI.create("https://example.com/hosts"), limits);
 * }</pre>
 *
 * @param method GET, POST, …
 * @param uri the target, http or https
 * @param headers the headers
 * @param body the body; empty for none
 * @param limits the limits of time, size and redirects
 */
public record HttpCall(String method, URI uri, Map<String, String> headers, byte[] body, Limits limits) {

    private static final byte[] NOTHING = {};
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    /** The sender frames a message: headers from a job's definition never override these. */
    private static final Set<String> FRAMING =
            Set.of("host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect");

    /** Headers that a redirect may carry to another server: none of them can hold a credential. */
    private static final Set<String> HARMLESS =
            Set.of("accept", "accept-language", "content-type", "traceparent", "user-agent");

    /**
     * Rejects values that a server could misread.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public HttpCall {
        if (!TOKEN.matcher(method).matches()) {
            throw new IllegalArgumentException("\"%s\" is not a method".formatted(method));
        }
        String scheme = String.valueOf(uri.getScheme());
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            throw new IllegalArgumentException("%s: only http and https are possible".formatted(uri));
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("%s has no host".formatted(uri));
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the address of %s contains a user name; send an Authorization header instead"
                            .formatted(uri.getHost()));
        }
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> copy.put(checkedName(name), checkedValue(name, value)));
        headers = copy;
    }

    /** A request without headers and body. */
    public static HttpCall get(URI uri, Limits limits) {
        return new HttpCall("GET", uri, Map.of(), NOTHING, limits);
    }

    boolean isSecure() {
        return uri.getScheme().equalsIgnoreCase("https");
    }

    /** The host, without the brackets of an IPv6 address. */
    String host() {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return uri.getPort() >= 0 ? uri.getPort() : isSecure() ? 443 : 80;
    }

    /** This request with another target, as browsers redirect: a POST is not posted twice. */
    HttpCall redirected(int status, URI target) {
        boolean asIs = status == 307 || status == 308 || method.equals("HEAD");
        boolean again = asIs || (status != 303 && !method.equals("POST"));
        Map<String, String> kept = new LinkedHashMap<>(headers);
        HttpCall moved = new HttpCall(again ? method : "GET", target, Map.of(), again ? body : NOTHING, limits);
        boolean sameServer =
                host().equalsIgnoreCase(moved.host()) && port() == moved.port() && isSecure() == moved.isSecure();
        if (!sameServer) {
            kept.keySet().removeIf(name -> !HARMLESS.contains(name.toLowerCase(Locale.ROOT)));
        }
        return new HttpCall(moved.method, target, kept, moved.body, limits);
    }

    private static String checkedName(String name) {
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException("\"%s\" cannot be the name of a header".formatted(name));
        }
        if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("the header %s cannot be set".formatted(name));
        }
        return name;
    }

    private static String checkedValue(String name, String value) {
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f)) {
            throw new IllegalArgumentException("the header %s contains a control character".formatted(name));
        }
        return value;
    }

    /**
     * The limits of a request.
     *
     * @param time the time for the whole request, including redirects
     * @param body the most bytes of the response's body
     * @param redirects the most redirects to follow; 0 for none
     */
    public record Limits(Duration time, int body, int redirects) {}
}

package dev.baton.server.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP server.
 *
 * @param host the address to bind
 * @param port the port; 0 for a free one
 * @param publicUrl the address that clients use; null for host and port
 * @param allowedHosts further names that a Host header may have
 * @param tls the server's certificate; null for none
 * @param behindTlsProxy whether a proxy terminates TLS, and only the proxy can reach the server
 * @param limits the limits for clients
 */
public record HttpSettings(
        String host,
        int port,
        @Nullable URI publicUrl,
        List<String> allowedHosts,
        @Nullable Tls tls,
        boolean behindTlsProxy,
        Limits limits) {

    /**
     * The server's certificate.
     *
     * @param certificates the certificate chain, in PEM
     * @param key its private key, in PEM (PKCS #8), without a password
     */
    public record Tls(Path certificates, Path key) {}

    /** Refuses settings with which tokens would cross a network in clear text. */
    public HttpSettings {
        allowedHosts = List.copyOf(allowedHosts);
        if (tls == null && !behindTlsProxy && !address(host).isLoopbackAddress()) {
            throw new IllegalArgumentException("the server would listen on " + host
                    + " without TLS, and everybody on the way could read its tokens. Give it a certificate"
                    + " ([server.tls] with certificate and key), or set behind_tls_proxy = true if a proxy terminates TLS"
                    + " for it, or let it listen on 127.0.0.1");
        }
    }

    /** Settings for the loopback interface, with defaults. */
    public static HttpSettings loopback(int port) {
        return new HttpSettings("127.0.0.1", port, null, List.of(), null, false, Limits.usual());
    }

    /** The same settings with other limits. */
    public HttpSettings with(Limits other) {
        return new HttpSettings(host, port, publicUrl, allowedHosts, tls, behindTlsProxy, other);
    }

    /** The same settings with a certificate. */
    public HttpSettings with(Tls certificate) {
        return new HttpSettings(host, port, publicUrl, allowedHosts, certificate, behindTlsProxy, limits);
    }

    /** Whether browsers reach the server over TLS. */
    public boolean isSecure() {
        return tls != null || behindTlsProxy;
    }

    /** A host name by which this machine reaches the server: 0.0.0.0 is for listening only. */
    String reachableHost() {
        return address(host).isAnyLocalAddress() ? "localhost" : host;
    }

    /** All names that a Host header may have, besides those of the loopback interface. */
    List<String> names() {
        List<String> names = new ArrayList<>(allowedHosts);
        // A malicious page can reach 0.0.0.0, and no person uses that as a host name.
        if (!address(host).isAnyLocalAddress()) {
            names.add(host);
        }
        if (publicUrl != null) {
            names.add(publicUrl.getAuthority());
        }
        return names;
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    "the server cannot listen on \"" + host + "\": no such address", unknown);
        }
    }
}

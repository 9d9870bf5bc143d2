package dev.baton.server.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the server listens, and what it goes by.
 *
 * @param host the address to bind
 * @param port the port, 0 for any that is free
 * @param publicUrl the address that people use, null when it is host and port
 * @param allowedHosts further names that may stand in a Host header
 * @param tls the server's own certificate, null for none
 * @param behindTlsProxy whether a proxy speaks TLS for it, and is the only one who can reach it
 * @param limits how much it takes
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
     * A certificate of one's own.
     *
     * @param certificates the certificate and those that vouch for it, in PEM
     * @param key its private key, in PEM (PKCS #8), without a password
     */
    public record Tls(Path certificates, Path key) {}

    /** Refuses what would send tokens over a network in the clear. */
    public HttpSettings {
        allowedHosts = List.copyOf(allowedHosts);
        if (tls == null && !behindTlsProxy && !address(host).isLoopbackAddress()) {
            throw new IllegalArgumentException("the server would listen on " + host
                    + " without TLS, and everybody on the way could read its tokens. Give it a certificate"
                    + " ([server.tls] with certificate and key), or say behind_tls_proxy = true if a proxy speaks TLS"
                    + " for it, or let it listen on 127.0.0.1");
        }
    }

    /** On the loopback interface, with everything else as usual. */
    public static HttpSettings loopback(int port) {
        return new HttpSettings("127.0.0.1", port, null, List.of(), null, false, Limits.usual());
    }

    /** The same with other limits. */
    public HttpSettings with(Limits other) {
        return new HttpSettings(host, port, publicUrl, allowedHosts, tls, behindTlsProxy, other);
    }

    /** The same with a certificate. */
    public HttpSettings with(Tls certificate) {
        return new HttpSettings(host, port, publicUrl, allowedHosts, certificate, behindTlsProxy, limits);
    }

    /** Whether browsers reach the server over TLS. */
    public boolean isSecure() {
        return tls != null || behindTlsProxy;
    }

    /** A host by which the server can be reached from this machine: 0.0.0.0 is for listening only. */
    String reachableHost() {
        return address(host).isAnyLocalAddress() ? "localhost" : host;
    }

    /** Every name that may stand in a Host header, beside those of the loopback interface. */
    List<String> names() {
        List<String> names = new ArrayList<>(allowedHosts);
        // A page can reach 0.0.0.0 as well as localhost, and no person calls a server so.
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

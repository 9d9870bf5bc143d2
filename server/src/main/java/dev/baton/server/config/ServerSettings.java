package dev.baton.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's address, and its limits.
 *
 * @param address where it listens
 * @param dataDir where it keeps files
 * @param tls its certificate; null when it has none
 * @param limits what it allows a client
 * @param outgoing where jobs and resolvers may connect to
 * @param tracing where traces are sent to, over OTLP; null for nowhere
 */
public record ServerSettings(
        Address address,
        Path dataDir,
        @Nullable Tls tls,
        Limits limits,
        Outgoing outgoing,
        @Nullable String tracing) {

    /**
     * Where the server listens.
     *
     * @param host the address it binds to
     * @param port the port; 0 for a free one
     * @param publicUrl what clients call it; null for what it binds to
     * @param behindTlsProxy whether a proxy in front of it speaks TLS
     * @param allowedHosts the Host headers it answers, beside its own
     */
    public record Address(
            String host, int port, @Nullable String publicUrl, boolean behindTlsProxy, List<String> allowedHosts) {}

    /**
     * A certificate.
     *
     * @param certificate a file in PEM with the chain
     * @param key a file in PEM with the private key
     */
    public record Tls(Path certificate, Path key) {}

    /**
     * Limits for each client.
     *
     * @param maxBodyBytes the longest body of a request
     * @param requestsPerMinute how many requests of one client in a minute; 0 for any number
     * @param sessionLength how long a browser stays signed in
     */
    public record Limits(int maxBodyBytes, int requestsPerMinute, Duration sessionLength) {}

    /**
     * The addresses that jobs and resolvers may connect to.
     *
     * @param allowPrivate whether to private addresses
     * @param allowHosts hosts that are allowed whatever their address
     */
    public record Outgoing(boolean allowPrivate, List<String> allowHosts) {}
}

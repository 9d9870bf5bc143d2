package dev.baton.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's address, and its limits.
 *
 * @param address its address
 * @param dataDir the directory for its files
 * @param tls its certificate; null if it has none
 * @param limits the limits for each client
 * @param outgoing the addresses that jobs and resolvers may connect to
 * @param tracing the collector that receives traces over OTLP; null for none
 */
public record ServerSettings(
        Address address,
        Path dataDir,
        @Nullable Tls tls,
        Limits limits,
        Outgoing outgoing,
        @Nullable String tracing) {

    /**
     * The address of the server.
     *
     * @param host the address it binds to
     * @param port the port; 0 for a free one
     * @param publicUrl the address that clients use; null for the bound address
     * @param behindTlsProxy whether a proxy in front of the server terminates TLS
     * @param allowedHosts the Host headers that it accepts besides its own
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
     * @param maxBodyBytes the largest request body
     * @param requestsPerMinute how many requests one client may make in a minute; 0 for any number
     * @param sessionLength how long a browser stays signed in
     */
    public record Limits(int maxBodyBytes, int requestsPerMinute, Duration sessionLength) {}

    /**
     * The addresses that jobs and resolvers may connect to.
     *
     * @param allowPrivate whether private addresses are allowed
     * @param allowHosts hosts that are allowed even if their address is private
     */
    public record Outgoing(boolean allowPrivate, List<String> allowHosts) {}
}

package dev.baton.server.http;

import dev.baton.server.security.Buckets.Rate;
import java.time.Duration;

/**
 * The limits for clients.
 *
 * @param body the largest body, in bytes
 * @param connections the most open connections
 * @param patience how long a client may take to send the headers of a request, and how long to send its body; also how
 *     long a connection may be idle
 * @param perToken the rate of requests of a token
 * @param perAddress the rate of requests of an address
 * @param failures the rate of wrong tokens from an address
 * @param session how long a browser stays signed in
 */
public record Limits(
        int body, int connections, Duration patience, Rate perToken, Rate perAddress, Rate failures, Duration session) {

    /** The largest size of the headers of a request. */
    static final int HEADER_BYTES = 16 * 1024;

    private static final int MEGABYTE = 1024 * 1024;

    /** The default limits. */
    public static Limits usual() {
        return new Limits(
                MEGABYTE,
                5000,
                Duration.ofSeconds(20),
                new Rate(5000, 10_000),
                new Rate(5000, 10_000),
                new Rate(0.5, 20),
                Duration.ofHours(12));
    }

    /** The same limits with another patience. */
    public Limits patience(Duration other) {
        return new Limits(body, connections, other, perToken, perAddress, failures, session);
    }

    /** The same limits with another rate for each token. */
    public Limits perToken(Rate other) {
        return new Limits(body, connections, patience, other, perAddress, failures, session);
    }

    /** The same limits with another rate for each address. */
    public Limits perAddress(Rate other) {
        return new Limits(body, connections, patience, perToken, other, failures, session);
    }

    /** The same limits with another rate for wrong tokens. */
    public Limits failures(Rate other) {
        return new Limits(body, connections, patience, perToken, perAddress, other, session);
    }

    /** The same limits with another number of connections. */
    public Limits connections(int other) {
        return new Limits(body, other, patience, perToken, perAddress, failures, session);
    }

    /** The same limits with another length of sessions. */
    public Limits session(Duration other) {
        return new Limits(body, connections, patience, perToken, perAddress, failures, other);
    }
}

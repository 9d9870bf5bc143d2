package dev.baton.server.http;

import dev.baton.server.security.Buckets.Rate;
import java.time.Duration;

/**
 * How much the server takes from its clients.
 *
 * @param body the largest body, in bytes
 * @param connections how many connections may be open
 * @param patience how long a client may take to send a request's headers, and how long to send its body; also how
 *     long a connection may be idle
 * @param perToken how many requests a token may make
 * @param perAddress how many requests an address may make
 * @param failures how many wrong tokens an address may show
 * @param session how long a browser stays signed in
 */
public record Limits(
        int body, int connections, Duration patience, Rate perToken, Rate perAddress, Rate failures, Duration session) {

    /** The most that the headers of a request may take together. */
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

    /** The same with another patience. */
    public Limits patience(Duration other) {
        return new Limits(body, connections, other, perToken, perAddress, failures, session);
    }

    /** The same with another rate for each token. */
    public Limits perToken(Rate other) {
        return new Limits(body, connections, patience, other, perAddress, failures, session);
    }

    /** The same with another rate for each address. */
    public Limits perAddress(Rate other) {
        return new Limits(body, connections, patience, perToken, other, failures, session);
    }

    /** The same with another rate for wrong tokens. */
    public Limits failures(Rate other) {
        return new Limits(body, connections, patience, perToken, perAddress, other, session);
    }

    /** The same with another number of connections. */
    public Limits connections(int other) {
        return new Limits(body, other, patience, perToken, perAddress, failures, session);
    }

    /** The same with another length of sessions. */
    public Limits session(Duration other) {
        return new Limits(body, connections, patience, perToken, perAddress, failures, other);
    }
}

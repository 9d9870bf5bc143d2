package dev.baton.server.notify;

import org.jspecify.annotations.Nullable;

/**
 * A server that takes mail over SMTP.
 *
 * @param host its name, which its certificate must be for
 * @param port usually 587 with STARTTLS, 465 with TLS, 25 without
 * @param encryption how the connection is protected
 * @param user who sends, null when the server does not ask
 * @param password of that user
 */
public record MailServer(
        String host,
        int port,
        Encryption encryption,
        @Nullable String user,
        @Nullable String password) {

    /** How a connection is protected. */
    public enum Encryption {
        /** Not at all: for a server on the same host. */
        NONE,
        /** It begins in the clear and goes on with TLS, or not at all. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS
    }

    /**
     * Refuses to send a password in the clear.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public MailServer {
        if (user != null && encryption == Encryption.NONE) {
            throw new IllegalArgumentException(
                    "the password for %s would be sent in the clear; use encryption = \"starttls\" or \"tls\""
                            .formatted(host));
        }
        if ((user == null) != (password == null)) {
            throw new IllegalArgumentException("%s needs both \"user\" and \"password\", or neither".formatted(host));
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}

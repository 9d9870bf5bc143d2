package dev.baton.server.notify;

import org.jspecify.annotations.Nullable;

/**
 * A mail server that accepts mail over SMTP.
 *
 * @param host its name, which its certificate must match
 * @param port usually 587 with STARTTLS, 465 with TLS, 25 without
 * @param encryption the encryption of the connection
 * @param user the user; null if the server requires no login
 * @param password the password of the user
 */
public record MailServer(
        String host,
        int port,
        Encryption encryption,
        @Nullable String user,
        @Nullable String password) {

    /** The encryption of a connection. */
    public enum Encryption {
        /** No encryption, for a server on the same host. */
        NONE,
        /** STARTTLS: the connection begins in clear text and must switch to TLS. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS
    }

    /**
     * Refuses to send a password in clear text.
     *
     * @throws IllegalArgumentException if it would be; the message names the remedy
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

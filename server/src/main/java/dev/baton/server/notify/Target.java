package dev.baton.server.notify;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The destination of a notification. */
public sealed interface Target {

    /**
     * A system that accepts JSON.
     *
     * @param uri the address of the requests
     * @param secret the key of the signature, see {@link Signature}; null for no signature
     */
    record Webhook(URI uri, @Nullable String secret) implements Target {

        /** Without the secret. */
        @Override
        public String toString() {
            return "webhook " + uri.getHost();
        }
    }

    /**
     * Slack, or a compatible service.
     *
     * @param uri the address of the incoming webhook, which is a secret by itself
     */
    record Slack(URI uri) implements Target {

        /** Without the address. */
        @Override
        public String toString() {
            return "slack " + uri.getHost();
        }
    }

    /**
     * E-mail.
     *
     * @param server the mail server
     * @param from the sender
     * @param to the receivers
     */
    record Email(MailServer server, String from, List<String> to) implements Target {

        private static final Pattern ADDRESS = Pattern.compile("[^\\s<>,;\"@\\p{Cntrl}]+@[^\\s<>,;\"@\\p{Cntrl}]+");

        /**
         * Checks the addresses.
         *
         * @throws IllegalArgumentException if an address is invalid; the message names it
         */
        public Email {
            to = List.copyOf(to);
            if (to.isEmpty()) {
                throw new IllegalArgumentException("an e-mail needs at least one address in \"to\"");
            }
            check(from);
            to.forEach(Email::check);
        }

        private static void check(String address) {
            if (!ADDRESS.matcher(address).matches()) {
                throw new IllegalArgumentException(
                        "\"%s\" is no e-mail address; write it as name@example.com".formatted(address));
            }
        }

        @Override
        public String toString() {
            return "e-mail " + String.join(", ", to);
        }
    }
}

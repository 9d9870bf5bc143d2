package dev.baton.server.config;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A notification.
 *
 * @param on the events
 * @param channel the channel
 */
public record NotificationSettings(Set<Event> on, Channel channel) {

    /** The events to report. */
    public enum Event {
        /** An execution succeeded. */
        SUCCESS,
        /** An execution failed. */
        FAILURE,
        /** An execution succeeded after one that failed. */
        RECOVERY,
        /** An execution took longer than its deadline. */
        DEADLINE
    }

    /** The channel of a notification. */
    public sealed interface Channel {}

    /**
     * A request with the event as JSON.
     *
     * @param url where to
     * @param secret what it is signed with; null for no signature
     */
    public record Webhook(String url, @Nullable String secret) implements Channel {

        /** The secret stays out of logs. */
        @Override
        public String toString() {
            return "Webhook[" + url + "]";
        }
    }

    /**
     * A message for Slack, or what understands the same.
     *
     * @param url the address of the incoming webhook, which is a secret itself
     */
    public record Slack(String url) implements Channel {

        @Override
        public String toString() {
            return "Slack";
        }
    }

    /**
     * An e-mail.
     *
     * @param from the sender
     * @param to the receivers
     * @param smtp the server it goes through
     */
    public record Email(String from, List<String> to, Smtp smtp) implements Channel {}

    /**
     * A mail server.
     *
     * @param host its name
     * @param port its port
     * @param user null to go without
     * @param password null to go without
     * @param startTls whether to insist on TLS
     */
    public record Smtp(
            String host,
            int port,
            @Nullable String user,
            @Nullable String password,
            boolean startTls) {

        /** The port at which mail servers speak TLS from the first byte. */
        public static final int TLS_PORT = 465;

        /** Whether the connection is encrypted. */
        public boolean isEncrypted() {
            return startTls || port == TLS_PORT;
        }

        /** The password stays out of logs. */
        @Override
        public String toString() {
            return "Smtp[" + host + ":" + port + "]";
        }
    }
}

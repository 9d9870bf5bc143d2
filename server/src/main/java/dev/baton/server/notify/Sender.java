package dev.baton.server.notify;

import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpAnswer;
import dev.baton.worker.net.HttpCall;
import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends messages, each once. Requests go to public addresses only, unless the configuration allows others. The
 * administrator chooses the mail server, which is usually in a private network.
 */
public final class Sender {

    /** No redirects: a redirected POST loses its body. */
    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(30), 64 * 1024, 0);

    private static final JsonMapper JSON = JsonMappers.plain();

    private final GuardedHttp http;
    private final Smtp mail;
    private final Clock clock;

    /**
     * Creates a sender with an HTTP client.
     *
     * @param tls the TLS context for mail servers
     */
    public Sender(GuardedHttp http, SSLSocketFactory tls, Clock clock) {
        this.http = http;
        this.mail = new Smtp(tls);
        this.clock = clock;
    }

    /**
     * Sends a message.
     *
     * @throws IOException if the receiver did not accept it; the message names the reason
     */
    void send(Target target, Message message) throws IOException, InterruptedException {
        if (target instanceof Target.Webhook webhook) {
            sendSigned(webhook, message);
        } else if (target instanceof Target.Slack slack) {
            post(slack.uri(), JSON.writeValueAsBytes(Map.of("text", slackText(message))), Map.of());
        } else if (target instanceof Target.Email email) {
            mail.send(email, message);
        }
    }

    private void sendSigned(Target.Webhook webhook, Message message) throws IOException, InterruptedException {
        byte[] body = message.json().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("X-Baton-Event", message.event());
        headers.put("X-Baton-Delivery", message.id().toString());
        String secret = webhook.secret();
        if (secret != null) {
            headers.put(Signature.HEADER, Signature.of(secret, clock.instant(), body));
        }
        post(webhook.uri(), body, headers);
    }

    private void post(URI uri, byte[] body, Map<String, String> more) throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "baton");
        HttpAnswer answer = http.send(new HttpCall("POST", uri, headers, body, LIMITS));
        if (answer.status() / 100 != 2) {
            throw new IOException("%s answered %d".formatted(uri.getHost(), answer.status()));
        }
    }

    /** Slack gives a meaning to these three characters only. Escaped, a job's error cannot mention people. */
    private static String slackText(Message message) {
        return message.text().strip().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

package dev.baton.server.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.notify.MailServer.Encryption;
import dev.baton.server.notify.Receiver.Received;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.AddressRefusedException;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.GuardedHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SenderTest {

    private static final SSLSocketFactory NO_TLS = (SSLSocketFactory) SSLSocketFactory.getDefault();

    private final Clock clock = new TestClock();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Message message = new Message(
            UUID.fromString("00000000-0000-0000-0000-000000000007"),
            "failure",
            "job",
            "load",
            UUID.fromString("0190a5c8-0000-7000-8000-000000000001"),
            "failure",
            clock.instant(),
            "no <disk> & no luck");

    private Receiver receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void end() {
        receiver.close();
        threads.shutdownNow();
    }

    @Test
    void a_webhook_is_sent_what_happened_and_a_signature_of_it() throws Exception {
        sender(Allowed.PRIVATE, NO_TLS).send(new Target.Webhook(receiver.uri(), "a secret"), message);

        Received request = receiver.received().get(0);
        assertThat(request.text("id")).isEqualTo("00000000-0000-0000-0000-000000000007");
        assertThat(request.text("event")).isEqualTo("failure");
        assertThat(request.text("name")).isEqualTo("load");
        assertThat(request.text("execution_id")).isEqualTo("0190a5c8-0000-7000-8000-000000000001");
        assertThat(request.text("time")).isEqualTo("2026-11-15T00:00:00Z");
        assertThat(request.headers().getFirst("X-Baton-Delivery")).isEqualTo(request.text("id"));
        assertThat(request.headers().getFirst("X-Baton-Signature"))
                .isEqualTo(
                        Signature.of("a secret", clock.instant(), request.body().getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void slack_is_sent_a_text_in_which_nothing_has_a_meaning() throws Exception {
        sender(Allowed.PRIVATE, NO_TLS).send(new Target.Slack(receiver.uri()), message);

        assertThat(receiver.received().get(0).text("text"))
                .startsWith("job load failed")
                .endsWith("no &lt;disk&gt; &amp; no luck");
    }

    @Test
    void an_answer_that_is_no_success_is_an_error() {
        receiver.answers(500);

        assertThatThrownBy(() -> sender(Allowed.PRIVATE, NO_TLS).send(new Target.Slack(receiver.uri()), message))
                .isInstanceOf(IOException.class)
                .hasMessage("127.0.0.1 answered 500");
    }

    @Test
    void an_address_that_is_not_public_is_refused() {
        assertThatThrownBy(() -> sender(Allowed.NOTHING, NO_TLS).send(new Target.Slack(receiver.uri()), message))
                .isInstanceOf(AddressRefusedException.class);
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void a_mail_is_handed_over_to_all_recipients() throws Exception {
        try (MailReceiver mail = new MailReceiver(null, false)) {
            MailServer server = new MailServer("127.0.0.1", mail.port(), Encryption.NONE, null, null);
            sender(Allowed.NOTHING, NO_TLS)
                    .send(
                            new Target.Email(server, "baton@example.com", List.of("a@example.com", "b@example.com")),
                            message);

            await().until(() -> mail.heard().contains("QUIT"));
            assertThat(mail.heard())
                    .contains(
                            "MAIL FROM:<baton@example.com>",
                            "RCPT TO:<a@example.com>",
                            "RCPT TO:<b@example.com>",
                            "Subject: [baton] job load failed",
                            "Message-ID: <00000000-0000-0000-0000-000000000007@baton>");
            assertThat(body(mail.heard())).contains("no <disk> & no luck");
        }
    }

    @Test
    void a_recipient_that_is_refused_is_an_error() throws Exception {
        try (MailReceiver mail = new MailReceiver(null, false)) {
            mail.answersToRecipient("550 nobody here");
            MailServer server = new MailServer("127.0.0.1", mail.port(), Encryption.NONE, null, null);

            assertThatThrownBy(() -> sender(Allowed.NOTHING, NO_TLS)
                            .send(new Target.Email(server, "a@example.com", List.of("b@example.com")), message))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("550 nobody here");
        }
    }

    @Test
    void the_password_is_sent_after_the_connection_was_encrypted(@TempDir Path folder) throws Exception {
        SSLSocketFactory tls = TestTls.contextFor("ip:127.0.0.1", folder).getSocketFactory();
        for (boolean fromTheStart : new boolean[] {true, false}) {
            try (MailReceiver mail = new MailReceiver(tls, fromTheStart)) {
                sender(Allowed.NOTHING, tls)
                        .send(email(mail, fromTheStart ? Encryption.TLS : Encryption.STARTTLS), message);

                await().until(() -> mail.heard().contains("QUIT"));
                String password = Base64.getEncoder().encodeToString("\0me\0secret".getBytes(StandardCharsets.UTF_8));
                assertThat(mail.heard()).containsSubsequence("(encrypted)", "AUTH PLAIN " + password, "DATA");
            }
        }
    }

    @Test
    void nothing_is_sent_to_a_mail_server_that_should_encrypt_and_does_not() throws Exception {
        try (MailReceiver mail = new MailReceiver(null, false)) {
            assertThatThrownBy(() -> sender(Allowed.NOTHING, NO_TLS).send(email(mail, Encryption.STARTTLS), message))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not offer STARTTLS");
            assertThat(mail.heard()).noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
        }
    }

    @Test
    void a_mail_server_with_the_certificate_of_another_is_refused(@TempDir Path folder) throws Exception {
        SSLSocketFactory tls = TestTls.contextFor("dns:other.example", folder).getSocketFactory();
        try (MailReceiver mail = new MailReceiver(tls, true)) {
            assertThatThrownBy(() -> sender(Allowed.NOTHING, tls).send(email(mail, Encryption.TLS), message))
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void a_password_in_the_clear_is_refused_at_once() {
        assertThatThrownBy(() -> new MailServer("mail.example", 25, Encryption.NONE, "me", "secret"))
                .hasMessageContaining("in the clear");
    }

    @Test
    void an_address_that_could_be_taken_for_a_command_is_refused() {
        MailServer server = new MailServer("mail.example", 25, Encryption.NONE, null, null);
        for (String address : List.of("a@b>\r\nRCPT TO:<c@d", "nobody", "a b@c", "a@b,c@d")) {
            assertThatThrownBy(() -> new Target.Email(server, "a@b", List.of(address)))
                    .hasMessageContaining("is no e-mail address");
        }
    }

    private static Target.Email email(MailReceiver mail, Encryption encryption) {
        MailServer server = new MailServer("127.0.0.1", mail.port(), encryption, "me", "secret");
        return new Target.Email(server, "a@example.com", List.of("b@example.com"));
    }

    private static String body(List<String> heard) {
        int begin = heard.indexOf("");
        int end = heard.indexOf(".");
        return new String(
                Base64.getMimeDecoder().decode(String.join("", heard.subList(begin, end))), StandardCharsets.UTF_8);
    }

    private Sender sender(Allowed allowed, SSLSocketFactory tls) {
        return new Sender(new GuardedHttp(new AddressGuard(allowed), threads), tls, clock);
    }
}

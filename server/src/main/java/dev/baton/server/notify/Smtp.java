package dev.baton.server.notify;

import dev.baton.server.notify.MailServer.Encryption;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/** Sends mails through a mail server, with Angus Mail and one connection for each mail. Safe from any thread. */
final class Smtp {

    private static final String PATIENCE = String.valueOf(Duration.ofSeconds(30).toMillis());

    private final SSLSocketFactory tls;

    Smtp(SSLSocketFactory tls) {
        this.tls = tls;
    }

    /**
     * Sends a message to all recipients, or to none.
     *
     * @throws IOException if the server did not accept it; the message names the reason
     */
    void send(Target.Email email, Message message) throws IOException {
        MailServer server = email.server();
        Session session = Session.getInstance(properties(server));
        try (SMTPTransport transport = (SMTPTransport) session.getTransport("smtp")) {
            transport.connect(server.host(), server.port(), server.user(), server.password());
            if (server.user() != null && !transport.supportsExtension("AUTH")) {
                throw new IOException(server + " does not offer AUTH; nothing is sent to it in no user's name");
            }
            Mail mail = Mail.of(session, email, message);
            transport.sendMessage(mail, mail.getAllRecipients());
        } catch (MessagingException refused) {
            throw failure(server, refused);
        }
    }

    private Properties properties(MailServer server) {
        Properties properties = new Properties();
        put(properties, "connectiontimeout", PATIENCE);
        put(properties, "timeout", PATIENCE);
        put(properties, "writetimeout", PATIENCE);
        boolean later = server.encryption() == Encryption.STARTTLS;
        put(properties, "starttls.enable", later);
        put(properties, "starttls.required", later);
        put(properties, "ssl.enable", server.encryption() == Encryption.TLS);
        put(properties, "ssl.checkserveridentity", true);
        put(properties, "auth", server.user() != null);
        // The user that signs in acts for itself.
        put(properties, "sasl.authorizationid", "");
        properties.put("mail.smtp.ssl.socketFactory", tls);
        return properties;
    }

    private static void put(Properties properties, String name, Object value) {
        properties.setProperty("mail.smtp." + name, value.toString());
    }

    /** The library reports "could not connect" and the like; the server's answer is in the innermost cause. */
    private static IOException failure(MailServer server, MessagingException refused) {
        Throwable said = refused;
        for (Throwable next = refused; next != null; next = next(next)) {
            if (next instanceof SSLException untrusted) {
                return untrusted;
            }
            said = next;
        }
        String words = String.valueOf(said.getMessage()).strip();
        return new IOException(
                words.startsWith("STARTTLS is required")
                        ? server + " does not offer STARTTLS; nothing is sent to it in the clear"
                        : server + " did not take the mail: " + words,
                refused);
    }

    private static @Nullable Throwable next(Throwable failure) {
        return failure instanceof MessagingException mail && mail.getNextException() != null
                ? mail.getNextException()
                : failure.getCause();
    }
}

package dev.baton.server.notify;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.util.Date;

/**
 * A message as an e-mail. The text is sent in Base64, so that no line of an error can be mistaken for a header or a
 * command.
 */
final class Mail extends MimeMessage {

    private static final int BEFORE_SUBJECT = "Subject: ".length();

    private final String id;

    private Mail(Session session, Message message) {
        super(session);
        this.id = "<" + message.id() + "@baton>";
    }

    static Mail of(Session session, Target.Email email, Message message) throws MessagingException {
        Mail mail = new Mail(session, message);
        mail.setFrom(new InternetAddress(email.from()));
        for (String to : email.to()) {
            mail.addRecipient(RecipientType.TO, new InternetAddress(to));
        }
        mail.setHeader("Subject", subject("[baton] " + message.headline()));
        mail.setSentDate(Date.from(message.time()));
        mail.setHeader("Auto-Submitted", "auto-generated");
        mail.setText(message.text().replace("\n", "\r\n"), "utf-8");
        mail.setHeader("Content-Transfer-Encoding", "base64");
        mail.saveChanges();
        return mail;
    }

    /** Derived from the message, so that receivers recognise a mail that is sent twice. */
    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", id);
    }

    /**
     * Plain text unchanged, other text in encoded words (RFC 2047). A line break in it is shown as a character, and
     * does not end the header.
     */
    static String subject(String text) {
        try {
            String oneLine = text.replaceAll("\\R", " ↵ ");
            return MimeUtility.fold(BEFORE_SUBJECT, MimeUtility.encodeText(oneLine, "UTF-8", "B"));
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("this JVM has no UTF-8", e);
        }
    }
}

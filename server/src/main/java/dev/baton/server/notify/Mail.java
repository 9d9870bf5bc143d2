package dev.baton.server.notify;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.util.Date;

/** A message as a mail. Text is sent in Base64: whatever an error holds, no line of it can be taken for anything else. */
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

    /** The message's own: a mail that is sent twice can be recognised. */
    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", id);
    }

    /** As it is when it is plain, in encoded words (RFC 2047) otherwise; a line end in it is shown, and ends no line. */
    static String subject(String text) {
        try {
            String oneLine = text.replaceAll("\\R", " ↵ ");
            return MimeUtility.fold(BEFORE_SUBJECT, MimeUtility.encodeText(oneLine, "UTF-8", "B"));
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("this JVM has no UTF-8", e);
        }
    }
}

package dev.baton.server.notify;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** A message as a mail. Text is sent in Base64: whatever an error holds, no line of it can be taken for anything else. */
final class Mail {

    private static final String LINE = "\r\n";
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(76, LINE.getBytes(StandardCharsets.US_ASCII));

    /** The longest piece of text whose encoded word, which must not be longer than 75 characters, stays below that. */
    private static final int SUBJECT_PIECE = 11;

    private Mail() {}

    static String of(Target.Email email, Message message) {
        return String.join(
                LINE,
                "From: " + email.from(),
                "To: " + String.join("," + LINE + " ", email.to()),
                "Subject: " + subject("[baton] " + message.headline()),
                "Date: "
                        + DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                message.time().atOffset(ZoneOffset.UTC)),
                "Message-ID: <" + message.id() + "@baton>",
                "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: base64",
                "",
                BASE64.encodeToString(message.text().replace("\n", LINE).getBytes(StandardCharsets.UTF_8)));
    }

    /** As it is when it is plain and short, in encoded words (RFC 2047) otherwise. */
    static String subject(String text) {
        if (text.length() <= 70 && text.chars().allMatch(c -> c >= ' ' && c < 0x7f) && !text.contains("=?")) {
            return text;
        }
        StringBuilder words = new StringBuilder();
        int[] points = text.codePoints().toArray();
        for (int from = 0; from < points.length; from += SUBJECT_PIECE) {
            String piece = new String(points, from, Math.min(SUBJECT_PIECE, points.length - from));
            words.append(from == 0 ? "" : LINE + " ")
                    .append("=?UTF-8?B?")
                    .append(Base64.getEncoder().encodeToString(piece.getBytes(StandardCharsets.UTF_8)))
                    .append("?=");
        }
        return words.toString();
    }
}

package dev.baton.server.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MailTest {

    @Test
    void a_plain_subject_is_sent_as_it_is() {
        assertThat(Mail.subject("[baton] job load failed")).isEqualTo("[baton] job load failed");
    }

    @Test
    void another_subject_is_sent_in_encoded_words_of_the_allowed_length() {
        String subject = "[baton] job Übertragung der Überweisungen 😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀 failed";

        String[] words = Mail.subject(subject).split("\r\n ", -1);

        assertThat(words).allSatisfy(word -> assertThat(word).hasSizeLessThanOrEqualTo(75));
        assertThat(Stream.of(words).map(MailTest::decoded).collect(Collectors.joining()))
                .isEqualTo(subject);
    }

    @Test
    void a_line_end_in_a_subject_begins_no_header() {
        assertThat(Mail.subject("job x\r\nBcc: all@example.com")).doesNotContain("Bcc");
    }

    private static String decoded(String word) {
        String base64 = word.substring("=?UTF-8?B?".length(), word.length() - "?=".length());
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}

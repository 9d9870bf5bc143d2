package dev.baton.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.seeded.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskerTest {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    @Test
    void a_secret_is_replaced_wherever_it_stands() {
        assertThat(Masker.of(List.of("s3cret")).mask("a s3cret, s3crets3cret")).isEqualTo("a ***, ******");
    }

    @Test
    void of_two_secrets_that_begin_alike_the_longer_is_replaced() {
        assertThat(Masker.of(List.of("abc", "abcdef")).mask("abcdef abcd")).isEqualTo("*** ***d");
    }

    @Test
    void where_secrets_overlap_all_is_replaced() {
        assertThat(Masker.of(List.of("abcX", "bcXde")).mask("-abcXde-")).isEqualTo("-***-");
    }

    @Test
    void each_line_of_a_secret_is_a_secret() {
        assertThat(Masker.of(List.of("first-line\nsecond-line")).mask("got second-line"))
                .isEqualTo("got ***");
    }

    @Test
    void blank_secrets_are_ignored() {
        assertThat(Masker.of(List.of("", " ")).mask("a b")).isEqualTo("a b");
    }

    @Test
    void it_does_not_matter_where_the_text_is_cut() {
        Seeds.tries(1_000, draw -> {
            String text = draw.textOf("abc", 0, 60);
            Masker masker = Masker.of(draw.list(0, 3, () -> draw.textOf("abc", 1, 4)));
            int piece = draw.between(1, 7);
            StringBuilder inPieces = new StringBuilder();
            Masker.Stream stream = masker.stream(inPieces::append);
            for (int at = 0; at < text.length(); at += piece) {
                stream.write(text.substring(at, Math.min(text.length(), at + piece)));
            }
            stream.end();
            assertThat(inPieces.toString()).isEqualTo(masker.mask(text));
        });
    }

    @Test
    void no_secret_is_left() {
        Seeds.tries(1_000, draw -> {
            String before = draw.textOf(LETTERS, 0, 20);
            String secret = draw.textOf("0123456789", 1, 10);
            String after = draw.textOf(LETTERS, 0, 20);
            assertThat(Masker.of(List.of(secret)).mask(before + secret + after)).isEqualTo(before + "***" + after);
        });
    }
}

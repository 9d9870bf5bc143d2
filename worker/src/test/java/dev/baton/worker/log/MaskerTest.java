package dev.baton.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class MaskerTest {

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

    @Property
    void it_does_not_matter_where_the_text_is_cut(
            @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 60) String text,
            @ForAll @Size(max = 3) List<@CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 4) String> secrets,
            @ForAll @IntRange(min = 1, max = 7) int piece) {
        Masker masker = Masker.of(secrets);
        StringBuilder inPieces = new StringBuilder();
        Masker.Stream stream = masker.stream(inPieces::append);
        for (int at = 0; at < text.length(); at += piece) {
            stream.write(text.substring(at, Math.min(text.length(), at + piece)));
        }
        stream.end();
        assertThat(inPieces.toString()).isEqualTo(masker.mask(text));
    }

    @Property
    void no_secret_is_left(
            @ForAll @AlphaChars @StringLength(max = 20) String before,
            @ForAll @StringLength(min = 1, max = 10) @CharRange(from = '0', to = '9') String secret,
            @ForAll @AlphaChars @StringLength(max = 20) String after) {
        assertThat(Masker.of(List.of(secret)).mask(before + secret + after)).isEqualTo(before + "***" + after);
    }
}

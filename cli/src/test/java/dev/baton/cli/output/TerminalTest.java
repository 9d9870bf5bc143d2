package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void a_dumb_terminal_cannot_be_drawn_on() {
        assertThat(Terminal.isCapable("dumb")).isFalse();
        assertThat(Terminal.isCapable("")).isFalse();
        assertThat(Terminal.isCapable("xterm-256color")).isTrue();
    }

    @Test
    void glyphs_are_such_that_the_charset_has_them() {
        assertThat(Terminal.none(StandardCharsets.UTF_8).glyphs()).isEqualTo(Glyphs.UNICODE);
        assertThat(Terminal.none(StandardCharsets.US_ASCII).glyphs()).isEqualTo(Glyphs.ASCII);
    }
}

package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {

    @Test
    void a_frame_is_drawn_over_the_one_before_and_the_terminal_is_left_as_it_was() {
        StringWriter out = new StringWriter();
        try (LiveView view = LiveView.open(new PrintWriter(out))) {
            view.draw(List.of("one", "two"));
            view.draw(List.of("three", "four"));
        }
        assertThat(out.toString().replace('\u001b', '^'))
                .isEqualTo(
                        "^[?25l^[?7l" + "one^[K\r\ntwo^[K\r\n^[J" + "\r^[2Athree^[K\r\nfour^[K\r\n^[J" + "^[?7h^[?25h");
    }
}

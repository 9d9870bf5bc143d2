package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

class WatchedOutputTest {

    @Test
    void what_was_written_is_no_problem() {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        assertThat(problemOf(to)).isEmpty();
        assertThat(to.toString()).isEqualToNormalizingNewlines("a line\n");
    }

    @Test
    void a_full_disk_is_a_problem_and_a_reader_who_has_had_enough_is_none() {
        assertThat(problemOf(failing("No space left on device"))).isEqualTo("No space left on device");
        assertThat(problemOf(failing("Broken pipe"))).isEmpty();
    }

    private static String problemOf(OutputStream to) {
        WatchedOutput output = new WatchedOutput(to);
        new PrintWriter(output, true).println("a line");
        return output.problem();
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}

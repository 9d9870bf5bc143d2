package dev.baton.server.api.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the words in which lists of runs tell an error. */
class RunViewTest {

    @Test
    void an_error_is_told_by_its_message() {
        assertThat(RunView.firstLine("java.io.IOException: disk full\n\tat com.acme.Disk.write(Disk.java:7)"))
                .isEqualTo("disk full");
        assertThat(RunView.firstLine(null)).isNull();
    }

    @Test
    void an_error_without_a_message_is_named() {
        assertThat(RunView.firstLine("java.lang.StackOverflowError\n\tat com.acme.Deep.dig(Deep.java:7)"))
                .isEqualTo("it failed without a message (StackOverflowError)");
        assertThat(RunView.firstLine("com.acme.Disk$FullException: "))
                .isEqualTo("it failed without a message (FullException)");
        assertThat(RunView.firstLine("com.acme.Disk$1Local")).isEqualTo("it failed without a message (Local)");
        assertThat(RunView.firstLine("com.acme.Disk$1")).isEqualTo("it failed without a message (Disk$1)");
    }
}

package dev.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Run;
import dev.baton.RunStatus;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class NotesFormatTest {

    /** As versions wrote them that knew nothing of past attempts. */
    private static final byte[] WITHOUT_ATTEMPTS = HexFormat.of()
            .parseHex(
                    "010000000177000000136a6176612e696f2e494f457863657074696f6e000000096469736b2066756c6c0000000200000001"
                            + "0000000000000005013fe00000000000000000000468616c660000000107000000010000000000000000000000010200"
                            + "0000046c696e65");

    private static Notes read(byte[] from) {
        Notes notes = new Notes();
        NotesFormat.read(from, notes);
        return notes;
    }

    @Test
    void notes_of_older_versions_can_be_read() {
        Notes notes = read(WITHOUT_ATTEMPTS);
        assertThat(notes.error).hasToString("java.io.IOException: disk full");
        assertThat(notes.earlierAttempts).isEqualTo(2);
        assertThat(notes.log()).extracting(Run.LogLine::message).containsExactly("line");
        assertThat(notes.pastAttempts()).isEmpty();
    }

    @Test
    void a_run_without_past_attempts_costs_nothing_more() {
        assertThat(NotesFormat.write(read(WITHOUT_ATTEMPTS))).isEqualTo(WITHOUT_ATTEMPTS);
    }

    @Test
    void past_attempts_come_behind_all_that_older_versions_read() {
        Run.Attempt attempt =
                new Run.Attempt(1, Instant.EPOCH, Instant.EPOCH.plusMillis(3), RunStatus.FAILURE, "disk full");
        Notes notes = read(WITHOUT_ATTEMPTS);
        notes.attemptOver(attempt);
        byte[] written = NotesFormat.write(notes);
        assertThat(written).startsWith(WITHOUT_ATTEMPTS);
        assertThat(read(written).pastAttempts()).containsExactly(attempt);
    }
}

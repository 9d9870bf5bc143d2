package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunTest {

    @Test
    void a_long_reason_is_cut_between_characters() {
        String smiles = "\uD83D\uDE00".repeat(600);
        for (String wordy : List.of(smiles, "x" + smiles)) {
            String reason = new Run.Attempt(1, Instant.EPOCH, Instant.EPOCH, RunStatus.FAILURE, wordy).reason();
            assertThat(reason).hasSizeBetween(499, 500).endsWith("\uD83D\uDE00…");
        }
    }

    @Test
    void an_attempt_that_ended_before_attempts_were_kept_is_not_taken_for_one_that_is_still_to_come() {
        RunId id = new RunId(new UUID(0, 1), 0);
        Run.Times waiting = new Run.Times(Instant.EPOCH, null, Instant.EPOCH.plusSeconds(60));
        Run run = new Run(id, "job", RunStatus.PENDING, "attempt 1 failed", 1, waiting, Run.Result.NONE);
        assertThat(run.attempts()).isEmpty();
    }
}

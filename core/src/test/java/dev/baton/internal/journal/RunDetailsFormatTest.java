package dev.baton.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.internal.execution.Failure;
import dev.baton.internal.execution.RunDetails;
import dev.baton.internal.execution.StopReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class RunDetailsFormatTest {

    private static RunDetails again(RunDetails details) {
        RunDetails read = new RunDetails();
        RunDetailsFormat.read(RunDetailsFormat.write(details), read);
        return read;
    }

    @Test
    void details_are_read_back_as_they_were_written() {
        Run.Attempt attempt =
                new Run.Attempt(1, Instant.EPOCH, Instant.EPOCH.plusMillis(3), RunStatus.FAILURE, "disk full");
        RunDetails details = new RunDetails();
        details.setFailure(Failure.kept("java.io.IOException", "disk full", false));
        details.setWords("why");
        details.setProgress(new Run.Progress(0.5, "half"));
        details.checkpoint(new byte[] {7});
        details.restoreCounts(2, 1, 5);
        details.log(new Run.LogLine(Instant.EPOCH, 1, Level.WARN, "line"));
        details.attemptOver(attempt);
        details.setTold(StopReason.REPLACED);
        details.setWaitsSince(7);
        details.setReopened(8);

        RunDetails read = again(details);

        assertThat(read.failure().error()).hasToString("java.io.IOException: disk full");
        assertThat(read.failure().retryable()).isFalse();
        assertThat(read.words()).isEqualTo("why");
        assertThat(read.progress()).isEqualTo(new Run.Progress(0.5, "half"));
        assertThat(read.checkpoint()).containsExactly(7);
        assertThat(read.earlierAttempts()).isEqualTo(2);
        assertThat(read.losses()).isEqualTo(1);
        assertThat(read.firstStarted()).isEqualTo(5);
        assertThat(read.log()).isEqualTo(details.log());
        assertThat(read.told()).isEqualTo(StopReason.REPLACED);
        assertThat(read.waitsSince()).isEqualTo(7);
        assertThat(read.reopened()).isEqualTo(8);
        assertThat(read.pastAttempts()).containsExactly(attempt);
    }

    @Test
    void a_run_that_was_opened_again_is_told_nothing_and_waits_for_nothing() {
        RunDetails details = new RunDetails();
        details.setReopened(8);

        RunDetails read = again(details);

        assertThat(read.reopened()).isEqualTo(8);
        assertThat(read.told()).isNull();
        assertThat(read.waitsOn()).isFalse();
        assertThat(read.holder()).isNull();
    }

    @Test
    void details_that_say_nothing_are_read_back_as_that() {
        RunDetails read = again(new RunDetails());
        assertThat(read.failure()).isNull();
        assertThat(read.words()).isNull();
        assertThat(read.pastAttempts()).isEmpty();
        assertThat(read.told()).isNull();
        assertThat(read.waitsOn()).isFalse();
        assertThat(read.reopened()).isZero();
    }
}

package dev.baton.examples;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.test.Assumption;
import dev.baton.test.BatonTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How to test a workflow: with the test kit, on a clock that takes no time. */
class EtlTest {

    private final Workflow etl = Etl.workflow(Duration.ofMinutes(1));
    private final BatonTest baton =
            BatonTest.startingAt("2026-11-15T00:00:00+01:00").add(etl);

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void it_runs_every_night_at_two_in_berlin() {
        baton.advance(Duration.ofDays(3));
        assertThat(baton.executions("etl"))
                .extracting(Execution::scheduledTime)
                .containsExactly(
                        Instant.parse("2026-11-15T01:00:00Z"),
                        Instant.parse("2026-11-16T01:00:00Z"),
                        Instant.parse("2026-11-17T01:00:00Z"));
    }

    @Test
    void it_takes_as_long_as_its_longest_path() {
        baton.advanceTo("2026-11-15T03:15:00+01:00");
        assertThat(baton.lastExecution(etl)).isActive();
        baton.advanceTo("2026-11-15T03:16:00+01:00");
        assertThat(baton.lastExecution(etl)).succeeded();
    }

    @Test
    void a_connection_that_is_reset_is_tried_again_after_ten_ticks() {
        baton.advanceTo("2026-11-15T02:16:00+01:00");
        assertThat(baton.lastExecution(etl)).has("rates", RunStatus.PENDING, "connection reset");
        baton.advanceTo("2026-11-15T02:17:00+01:00");
        assertThat(baton.lastExecution(etl)).has("rates", RunStatus.RUNNING).hadAttempts("rates", 2);
    }

    @Test
    void nothing_is_loaded_and_someone_is_called_when_cleaning_fails() {
        baton.failing("etl/clean").advanceTo("2026-11-15T04:00:00+01:00");
        assertThat(baton.lastExecution(etl))
                .failed()
                .skipped("merge", "load", "archive")
                .ran("alert", "cleanup");
    }

    @Test
    void rates_that_never_come_fail_the_night_after_three_attempts() {
        baton.assume("etl/rates", Assumption.fails().taking(Duration.ofMinutes(5)));
        baton.advanceTo("2026-11-15T04:00:00+01:00");
        assertThat(baton.lastExecution(etl))
                .failed("rates")
                .hadAttempts("rates", 3)
                .ran("alert");
    }

    @Test
    void it_is_archived_on_demand() {
        Execution execution = baton.trigger("etl", Map.of("archive", true));
        baton.advance(Duration.ofHours(2));
        assertThat(execution).succeeded().ran("archive");
    }
}

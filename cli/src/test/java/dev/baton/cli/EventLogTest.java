package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.Listener.ExecutionEvent;
import dev.baton.Listener.RunEvent;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");
    private static final UUID ID = new UUID(0, 1);

    private final StringWriter out = new StringWriter();
    private int ended;
    private final EventLog log = new EventLog(new PrintWriter(out), 6, () -> ended++);

    @Test
    void every_event_has_a_line_with_the_time_since_the_start() {
        log.executionStarted(event(ID, 0, ExecutionStatus.RUNNING));
        log.runStarted(event("rates", 0, 1, RunStatus.RUNNING, "", null));
        log.runRetried(event("rates", 700, 1, RunStatus.PENDING, "connection reset", new IOException()));
        log.runStarted(event("rates", 1_700, 2, RunStatus.RUNNING, "", null));
        log.runFinished(event("rates", 2_400, 2, RunStatus.SUCCESS, "", null));
        log.runSkipped(event("alert", 2_400, 0, RunStatus.SKIPPED, "rates succeeded", null));
        log.executionFinished(event(ID, 2_400, ExecutionStatus.SUCCESS));
        assertThat(out.toString().lines())
                .containsExactly(
                        "  0.0 s  etl started (execution " + ID + ")",
                        "  0.0 s  rates   started",
                        "  0.7 s  rates   attempt 1 failed, another will follow: connection reset",
                        "  1.7 s  rates   started, attempt 2",
                        "  2.4 s  rates   success after 0.7 s",
                        "  2.4 s  alert   skipped: rates succeeded",
                        "  2.4 s  etl ended: success");
        assertThat(ended).isEqualTo(1);
    }

    @Test
    void another_execution_is_none_of_its_business() {
        log.executionStarted(event(ID, 0, ExecutionStatus.RUNNING));
        UUID other = new UUID(0, 2);
        log.executionStarted(event(other, 10, ExecutionStatus.RUNNING));
        log.executionFinished(event(other, 20, ExecutionStatus.SUCCESS));
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(ended).isZero();
    }

    @Test
    void what_a_step_prints_has_lines_between_the_events() {
        log.executionStarted(event(ID, 0, ExecutionStatus.RUNNING));
        log.printed("etl/rates", List.of(new LogEntry(START.plusMillis(300), Stream.STDOUT, "3 rates")));
        log.printed("other/step", List.of(new LogEntry(START.plusMillis(400), Stream.STDERR, "oh no")));
        assertThat(out.toString().lines().skip(1))
                .containsExactly("  0.3 s  rates   | 3 rates", "  0.4 s  other/step  | oh no");
    }

    private static ExecutionEvent event(UUID execution, int millis, ExecutionStatus status) {
        return new ExecutionEvent(START.plusMillis(millis), execution, "etl", Trigger.MANUAL, status);
    }

    private static RunEvent event(
            String step, int millis, int attempt, RunStatus status, String detail, @Nullable Throwable error) {
        RunId run = new RunId(ID, step.length());
        return new Happened(
                START.plusMillis(millis), run, "etl/" + step, attempt, status, detail, Optional.ofNullable(error));
    }

    private record Happened(
            Instant at, RunId run, String job, int attempt, RunStatus status, String detail, Optional<Throwable> error)
            implements RunEvent {}
}

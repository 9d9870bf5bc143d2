package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Run;
import dev.baton.Run.Progress;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.cli.output.Glyphs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoardTest {

    private static final Instant NOW = Instant.parse("2026-11-15T12:00:10Z");

    private final Board board = new Board(Glyphs.ASCII, false, Map.of("rates", 3));

    @Test
    void every_status_has_its_line() {
        List<Run> runs = List.of(
                run("orders", RunStatus.SUCCESS, "", 1, times(0, 7), progress(1, "12000 of 12000 rows")),
                run("customers", RunStatus.RUNNING, "", 1, times(8, null), progress(0.5, "415 of 830 rows")),
                run("rates", RunStatus.FAILURE, "connection reset", 3, times(8, 9), null),
                run("clean", RunStatus.BLOCKED, "waits for orders", 0, times(null, null), null),
                run("merge", RunStatus.PENDING, "waits for a worker", 0, times(null, null), null),
                run("load", RunStatus.SKIPPED, "merge was skipped", 0, times(null, null), null),
                run("report", RunStatus.TIMEOUT, "ran past its time limit", 1, times(0, 5), null),
                run("copy", RunStatus.CANCELLED, "cancelled", 1, times(0, 2), null));
        assertThat(board.lines(runs, NOW))
                .containsExactly(
                        "  + orders     success      7.0 s  12000 of 12000 rows",
                        "  | customers  running      2.0 s  ##########..........  50%  415 of 830 rows",
                        "  X rates      failure      1.0 s  connection reset (attempt 3 of 3)",
                        "  . clean      blocked             waits for orders",
                        "  o merge      pending             waits for a worker",
                        "  - load       skipped             merge was skipped",
                        "  X report     timeout      5.0 s  ran past its time limit",
                        "  x copy       cancelled    2.0 s  cancelled");
    }

    @Test
    void a_run_that_waits_for_its_next_attempt_counts_down() {
        Run.Times times = new Run.Times(NOW.minusSeconds(3), null, NOW.plusMillis(1_500));
        Run.Result result = new Run.Result(null, new IOException("connection reset"), null, List.of());
        Run run = new Run(id(), "etl/rates", RunStatus.PENDING, "…", 1, times, result);
        assertThat(board.lines(List.of(run), NOW))
                .containsExactly("  o rates  pending             attempt 1 failed (connection reset), next in 1.5 s");
    }

    @Test
    void a_second_attempt_says_so_while_it_runs_and_when_it_is_over() {
        assertThat(board.lines(List.of(run("rates", RunStatus.RUNNING, "", 2, times(9, null), progress(0, ""))), NOW))
                .containsExactly("  | rates  running      1.0 s  ....................   0% (attempt 2 of 3)");
        assertThat(board.lines(List.of(run("rates", RunStatus.SUCCESS, "", 2, times(9, 10), null)), NOW))
                .containsExactly("  + rates  success      1.0 s  (attempt 2 of 3)");
    }

    @Test
    void progress_is_full_only_at_the_end() {
        Run almost = run("load", RunStatus.RUNNING, "", 1, times(0, null), progress(0.999, ""));
        assertThat(board.lines(List.of(almost), NOW)).first().asString().contains(" 99%");
    }

    @Test
    void the_spinner_turns_with_time() {
        List<Run> runs = List.of(run("load", RunStatus.RUNNING, "", 1, times(0, null), null));
        assertThat(board.lines(runs, NOW).get(0)).startsWith("  | load");
        assertThat(board.lines(runs, NOW.plusMillis(100)).get(0)).startsWith("  / load");
    }

    @Test
    void colours_are_around_glyph_and_status() {
        Board colourful = new Board(Glyphs.UNICODE, true, Map.of());
        List<Run> runs = List.of(
                run("load", RunStatus.SUCCESS, "", 1, times(0, 1), null),
                run("alert", RunStatus.SKIPPED, "load succeeded", 0, times(null, null), null));
        assertThat(colourful.lines(runs, NOW))
                .containsExactly(
                        "  \u001b[32m✔\u001b[0m load   \u001b[32msuccess  \u001b[0m    1.0 s",
                        "  \u001b[2m↷\u001b[0m \u001b[2malert\u001b[0m  \u001b[2mskipped  \u001b[0m"
                                + "           \u001b[2mload succeeded\u001b[0m");
    }

    @Test
    void no_runs_are_no_lines() {
        assertThat(board.lines(List.of(), NOW)).isEmpty();
    }

    private static Run run(
            String step, RunStatus status, String reason, int attempt, Run.Times times, @Nullable Progress progress) {
        return new Run(
                id(), "etl/" + step, status, reason, attempt, times, new Run.Result(null, null, progress, List.of()));
    }

    private static RunId id() {
        return new RunId(new UUID(0, 0), 0);
    }

    private static Progress progress(double fraction, String message) {
        return new Progress(fraction, message);
    }

    /** In seconds after 12:00:00. */
    private static Run.Times times(@Nullable Integer started, @Nullable Integer finished) {
        Instant start = NOW.minusSeconds(10);
        return new Run.Times(
                started == null ? null : start.plusSeconds(started),
                finished == null ? null : start.plusSeconds(finished),
                null);
    }
}

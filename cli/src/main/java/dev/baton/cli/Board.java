package dev.baton.cli;

import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.cli.output.Glyphs;
import dev.baton.cli.output.HumanTime;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.StatusStyle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Draws the runs of an execution as a table, one line each. It only renders lines; the caller prints them.
 *
 * @param glyphs the pictures to use
 * @param colour whether to use colours
 * @param mostAttempts how many attempts a step may have, where that is more than one
 */
record Board(Glyphs glyphs, boolean colour, Map<String, Integer> mostAttempts) {

    private static final int BAR_WIDTH = 20;
    private static final int STATUS_WIDTH = 9;
    private static final int TIME_WIDTH = 9;
    private static final long SPINNER_MILLIS = 100;

    /** Renders the current runs. */
    List<String> lines(List<Run> runs, Instant now) {
        int width = runs.stream().mapToInt(run -> run.step().length()).max().orElse(0);
        List<String> lines = new ArrayList<>(runs.size());
        for (Run run : runs) {
            lines.add(line(run, now, width));
        }
        return lines;
    }

    private String line(Run run, Instant now, int width) {
        Paint paint = colour ? StatusStyle.of(run.status()).paint() : Paint.PLAIN;
        Paint dim = colour ? Paint.DIM : Paint.PLAIN;
        boolean quiet = run.status() == RunStatus.BLOCKED || run.status() == RunStatus.SKIPPED;
        String glyph = String.valueOf(glyphs.of(run.status(), now.toEpochMilli() / SPINNER_MILLIS));
        String name = left(run.step(), width);
        String status = left(run.status().toString(), STATUS_WIDTH);
        String line = "  " + paint.on(glyph) + " " + (quiet ? dim.on(name) : name) + "  " + paint.on(status)
                + right(time(run, now), TIME_WIDTH) + "  " + (quiet ? dim.on(detail(run, now)) : detail(run, now));
        return line.stripTrailing();
    }

    private static String time(Run run, Instant now) {
        boolean ran = run.status() == RunStatus.RUNNING || run.status().isTerminal();
        return run.started()
                .filter(started -> ran)
                .map(started ->
                        HumanTime.taken(Duration.between(started, run.finished().orElse(now))))
                .orElse("");
    }

    private String detail(Run run, Instant now) {
        return switch (run.status()) {
            case BLOCKED, SKIPPED, CANCELLED -> run.reason();
            case PENDING -> pending(run, now);
            case RUNNING -> join(progress(run), attempt(run));
            case SUCCESS, PARTIAL ->
                join(run.progress().map(Run.Progress::message).orElse(""), attempt(run));
            case FAILURE, TIMEOUT -> join(run.reason(), attempt(run));
        };
    }

    private static String pending(Run run, Instant now) {
        if (run.notBefore().isEmpty()) {
            return run.reason();
        }
        Duration left = Duration.between(now, run.notBefore().get());
        return "attempt " + run.attempt() + " failed (" + error(run) + "), next in " + HumanTime.taken(left);
    }

    private static String error(Run run) {
        return run.error()
                .map(e -> e.getMessage() == null ? e.getClass().getName() : e.getMessage())
                .orElse("no error");
    }

    private String attempt(Run run) {
        Integer most = mostAttempts.get(run.step());
        return most == null || run.attempt() < 2 ? "" : "(attempt " + run.attempt() + " of " + most + ")";
    }

    private String progress(Run run) {
        return run.progress()
                .map(p -> "%s %3d%%  %s"
                        .formatted(glyphs.bar(p.fraction(), BAR_WIDTH), (int) (p.fraction() * 100), p.message())
                        .stripTrailing())
                .orElse("");
    }

    private static String join(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + " " + second;
    }

    private static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}

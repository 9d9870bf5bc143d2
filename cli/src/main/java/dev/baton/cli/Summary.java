package dev.baton.cli;

import dev.baton.Execution;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.cli.output.HumanTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Summarises an ended execution in a few lines. */
final class Summary {

    private Summary() {}

    static List<String> of(Execution execution) {
        List<Run> runs = execution.runs();
        List<String> lines = new ArrayList<>();
        lines.add(execution.name() + " " + ending(execution) + ": " + counts(runs));
        for (Run run : runs) {
            switch (run.status()) {
                case FAILURE, TIMEOUT ->
                    lines.add("  " + execution.explain(run.step()).text());
                default -> {
                    // Only failed steps need an explanation: the reason of a skipped step names the failed one.
                }
            }
        }
        return lines;
    }

    private static String ending(Execution execution) {
        Instant end = execution.finished().orElseGet(execution::started);
        String taken = HumanTime.taken(Duration.between(execution.started(), end));
        return switch (execution.status()) {
            case RUNNING -> "is still running";
            case HELD -> "is held";
            case SUCCESS -> "succeeded in " + taken;
            case PARTIAL -> "succeeded in part in " + taken;
            case FAILURE -> "failed after " + taken;
            case TIMEOUT -> "timed out after " + taken;
            case CANCELLED -> "was cancelled after " + taken;
            case SKIPPED -> "was skipped";
        };
    }

    private static String counts(List<Run> runs) {
        Map<RunStatus, Integer> counts = new EnumMap<>(RunStatus.class);
        runs.forEach(run -> counts.merge(run.status(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }
}

package dev.baton.faults;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How something came about, for whoever looks into a promise that did not hold: what the driver did, and for some of the
 * executions in question what their bodies and the database say, in order.
 */
final class Story {

    private static final int MOST_EXECUTIONS = 3;

    private record Line(long at, String text) {}

    private Story() {}

    /** Nothing, if every promise held. */
    static String of(Evidence evidence, List<String> violations) {
        if (violations.isEmpty()) {
            return "";
        }
        List<Line> lines = new ArrayList<>();
        evidence.chronicle().acts().forEach(act -> lines.add(new Line(act.at(), "driver: " + act.what())));
        evidence.recorded().executions().stream()
                .filter(execution -> violations.stream()
                        .anyMatch(violation -> violation.contains(execution.id().toString())))
                .limit(MOST_EXECUTIONS)
                .forEach(execution -> add(evidence, execution.id(), lines));
        return lines.stream()
                .sorted(Comparator.comparingLong(Line::at))
                .map(line -> Instant.EPOCH.plus(line.at(), ChronoUnit.MICROS) + " " + line.text())
                .collect(Collectors.joining("\n", "the trail\n", "\n"));
    }

    private static void add(Evidence evidence, UUID execution, List<Line> lines) {
        evidence.ledgerOf(execution).forEach(entry -> lines.add(new Line(entry.at(), entry.toString())));
        evidence.trail().movesOf(execution).forEach(move -> lines.add(new Line(move.at(), execution + " " + move)));
        evidence.trail()
                .ends()
                .getOrDefault(execution, List.of())
                .forEach(end -> lines.add(new Line(end.at(), execution + " " + end)));
    }
}

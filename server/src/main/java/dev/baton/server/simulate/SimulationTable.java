package dev.baton.server.simulate;

import dev.baton.server.simulate.Simulation.SimulatedExecution;
import dev.baton.server.simulate.Simulation.SimulatedRun;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A simulation as a text table: a line for each run, under the line of its execution. */
public final class SimulationTable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm:ss", Locale.ENGLISH);
    private static final String NO_TIME = "-";
    private static final String GAP = "  ";

    private final ZoneId zone;
    private final List<List<String>> lines = new ArrayList<>();

    private SimulationTable(ZoneId zone) {
        this.zone = zone;
    }

    /** The table, with times in a zone. Its last line ends with a line break. */
    public static String of(Simulation simulation, ZoneId zone) {
        SimulationTable table = new SimulationTable(zone);
        table.lines.add(List.of("START", "END", "STATUS", "WHAT", "WHY"));
        simulation.executions().forEach(table::add);
        return table.text();
    }

    private void add(SimulatedExecution execution) {
        String origin = execution.within() == null
                ? execution.trigger() + " of " + text(execution.scheduled())
                : "within " + execution.within();
        lines.add(List.of(
                text(execution.started()),
                text(execution.finished()),
                execution.status().toString(),
                execution.name(),
                origin));
        execution.runs().forEach(this::add);
    }

    private void add(SimulatedRun run) {
        String attempts = run.attempt() > 1 ? " (attempt " + run.attempt() + ")" : "";
        lines.add(List.of(
                text(run.started()), text(run.finished()), run.status() + attempts, GAP + run.job(), run.reason()));
    }

    private String text(@Nullable Instant time) {
        return time == null ? NO_TIME : TIME.format(time.atZone(zone));
    }

    private String text() {
        int columns = lines.get(0).size();
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < columns - 1; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = line.get(i);
                row.append(cell)
                        .append(" ".repeat(Math.max(0, widths[i] - cell.length())))
                        .append(GAP);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}

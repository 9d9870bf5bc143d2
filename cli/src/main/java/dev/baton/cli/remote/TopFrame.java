package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.output.Ids;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import dev.baton.cli.output.Terminal;
import dev.baton.cli.output.Texts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One frame of {@code baton top}: running, waiting and failed executions, and the next fires.
 *
 * @param overview the answer of {@code GET /overview}
 * @param running the running runs
 * @param waiting the runs that wait for a worker
 */
record TopFrame(JsonNode overview, List<JsonNode> running, List<JsonNode> waiting) {

    private static final int MOST = 50;
    private static final int HEADINGS = 14;
    private static final int LEAST_ROWS = 3;

    /** Queries the server. */
    static TopFrame read(Api api) throws InterruptedException {
        return new TopFrame(
                api.get("/overview", Query.of("hours", 24)),
                api.list("/runs", Query.of("status", "running"), MOST),
                api.list("/runs", Query.of("status", "pending"), MOST));
    }

    /** Its lines, as many as fit. */
    List<String> lines(Style style, String server) {
        int rows = style.terminal().columns() == Terminal.UNLIMITED
                ? MOST
                : Math.max(LEAST_ROWS, (style.terminal().rows() - HEADINGS) / 3);
        JsonNode ended = overview.path("ended");
        JsonNode workers = overview.path("workers");
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Paint.BOLD, "Baton") + "  " + server + "  " + style.time(text(overview, "now")));
        lines.add("running: " + Texts.count(overview.path("running").asInt(0), "execution") + "  waiting for a worker: "
                + Texts.count(overview.path("waiting").asInt(0), "run") + "  "
                + Texts.count(workers.path("count").asInt(0), "worker") + ": "
                + workers.path("running").asInt(0) + " of "
                + workers.path("capacity").asInt(0) + " busy");
        lines.add("in 24 hours: " + style.painted("success") + " "
                + ended.path("success").asInt(0) + "  "
                + style.painted("failure") + " " + ended.path("failure").asInt(0) + "  "
                + style.painted("cancelled") + " " + ended.path("cancelled").asInt(0) + "  "
                + style.painted("skipped") + " " + ended.path("skipped").asInt(0));
        JsonNode next = overview.path("next");
        if (next.has("name")) {
            lines.add("next: " + text(next, "name") + " " + style.distance(text(next, "time")));
        }
        section(lines, style, "RUNNING", running, rows);
        section(lines, style, "WAITING", waiting, rows);
        approvals(lines, style, rows);
        failures(lines, style, rows);
        return lines;
    }

    private static void section(List<String> lines, Style style, String heading, List<JsonNode> runs, int rows) {
        if (runs.isEmpty()) {
            return;
        }
        Ids ids = Ids.of(runs.stream().map(run -> text(run, "id")).toList());
        Table table = new Table(style, heading, "JOB", "TRY", "FOR", "REASON").whole(heading);
        runs.stream()
                .limit(rows)
                .forEach(run -> table.add(
                        ids.shortened(text(run, "id")),
                        text(run, "job"),
                        run.path("attempt").asInt(0) == 0
                                ? ""
                                : run.path("attempt").asString(""),
                        style.taken(text(run, "started"), text(run, "finished")),
                        text(run, "reason")));
        add(lines, table);
        more(lines, runs.size() - rows);
    }

    private void approvals(List<String> lines, Style style, int rows) {
        Table table = new Table(style, "FOR A PERSON", "SINCE", "QUESTION");
        int shown = 0;
        for (JsonNode approval : overview.path("approvals")) {
            if (shown++ < rows) {
                table.add(
                        text(approval, "name") + "/" + text(approval, "step"),
                        style.distance(text(approval, "since")),
                        text(approval, "message"));
            }
        }
        add(lines, table);
    }

    private void failures(List<String> lines, Style style, int rows) {
        Table table = new Table(style, "FAILED", "WHEN", "EXECUTION", "REASON").whole("EXECUTION");
        int shown = 0;
        for (JsonNode failure : overview.path("failures")) {
            if (shown++ < rows) {
                String step = text(failure, "step");
                String name = text(failure, "name");
                table.add(
                        new Table.Cell(step.isEmpty() || step.equals(name) ? name : name + "/" + step, Paint.RED),
                        style.distance(text(failure, "finished")),
                        Ids.of(List.of()).shortened(text(failure, "execution_id")),
                        text(failure, "reason"));
            }
        }
        add(lines, table);
    }

    private static void add(List<String> lines, Table table) {
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines());
        }
    }

    private static void more(List<String> lines, int more) {
        if (more > 0) {
            lines.add("… and " + more + (more + 1 >= MOST ? " or more" : "") + " others");
        }
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Lookup;
import dev.baton.cli.output.Ids;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Runs as tables. */
final class RunTable {

    private RunTable() {}

    /** Runs of any executions. */
    static Table ofRuns(Style style, List<JsonNode> runs) {
        Ids ids = Ids.of(runs.stream().map(run -> text(run, "id")).toList());
        Table table = new Table(style, "ID", "JOB", "STATUS", "TRY", "STARTED", "TOOK", "REASON").whole("ID", "STATUS");
        for (JsonNode run : runs) {
            table.add(
                    ids.shortened(text(run, "id")),
                    text(run, "job"),
                    style.status(text(run, "status")),
                    attempt(run),
                    style.distance(text(run, "started")),
                    style.taken(text(run, "started"), text(run, "finished")),
                    detail(run));
        }
        return table;
    }

    /** The runs of one execution. */
    static Table ofSteps(Style style, List<JsonNode> runs) {
        Table table = new Table(style, "RUN", "STEP", "STATUS", "TRY", "TOOK", "REASON").whole("RUN", "STEP", "STATUS");
        for (JsonNode run : runs) {
            String id = text(run, "id");
            table.add(
                    id.substring(id.indexOf('.')),
                    Lookup.stepOf(run),
                    style.status(text(run, "status")),
                    attempt(run),
                    style.taken(text(run, "started"), text(run, "finished")),
                    detail(run));
        }
        return table;
    }

    private static String attempt(JsonNode run) {
        int attempt = run.path("attempt").asInt(0);
        return attempt == 0 ? "" : Integer.toString(attempt);
    }

    private static String detail(JsonNode run) {
        JsonNode item = run.path("item");
        String reason = text(run, "reason");
        if (item.isMissingNode() || item.isNull()) {
            return reason;
        }
        String of = "item " + (item.isString() ? item.stringValue() : item.toString());
        return reason.isEmpty() ? of : of + ": " + reason;
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Fields;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Table;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton runs show}. */
@Command(
        name = "show",
        description = "Show a run: its attempts, its output and its error.",
        footer = {"  baton runs show etl/load", "  baton runs show 01a1e3c7-89fc.4 --json"})
final class RunShow extends ReadCommand {

    @Parameters(
            paramLabel = "RUN",
            description =
                    "Its id or the beginning of it, execution/step, workflow/step, or a job: the newest is meant.")
    private String given = "";

    RunShow(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        JsonNode run = api.get("/runs/" + new Lookup(api).run(given));
        if (json()) {
            printJson(run);
        } else if (quiet()) {
            out().println(text(run, "status"));
        } else {
            show(run);
        }
        return ExitCode.OK;
    }

    private void show(JsonNode run) {
        out().println(style().paint(Paint.BOLD, text(run, "job")) + "  " + style().painted(text(run, "status"))
                + "  run " + text(run, "id"));
        JsonNode worker = run.path("worker");
        print(new Fields(style())
                .add("reason", text(run, "reason"))
                .add("trigger", text(run, "trigger"))
                .add("for", style().moment(text(run, "scheduled_time")))
                .add("not before", style().moment(text(run, "not_before")))
                .add("started", style().moment(text(run, "started")))
                .add("took", style().taken(text(run, "started"), text(run, "finished")))
                .add("worker", text(worker, "name").isEmpty() ? text(worker, "id") : text(worker, "name"))
                .add("item", value(run.path("item")))
                .add("progress", progress(run.path("progress")))
                .add("exit code", run.path("exit_code").asString(""))
                .add("error", text(run, "error").equals(text(run, "reason")) ? "" : text(run, "error"))
                .add("output", value(run.path("output")))
                .add("children", counts(run.path("children").path("by_status")))
                .add("part of", text(run, "parent_run_id"))
                .lines());
        JsonNode attempts = run.path("attempts");
        if (attempts.size() > 1) {
            out().println();
            Table table = new Table(style(), "TRY", "STATUS", "STARTED", "TOOK", "REASON");
            for (JsonNode attempt : attempts) {
                table.add(
                        attempt.path("number").asString(""),
                        style().status(text(attempt, "status")),
                        style().distance(text(attempt, "started")),
                        style().taken(text(attempt, "started"), text(attempt, "finished")),
                        text(attempt, "reason"));
            }
            print(table.lines());
        }
    }

    private static String value(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "" : Json.write(Api.plain(value));
    }

    private static String progress(JsonNode progress) {
        return progress.has("fraction")
                ? (int) (progress.path("fraction").asDouble(0) * 100) + "%  " + text(progress, "message")
                : "";
    }

    private static String counts(JsonNode counts) {
        return counts.properties().stream()
                .filter(count -> count.getValue().asInt(0) > 0)
                .map(count -> count.getValue().asInt(0) + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }
}

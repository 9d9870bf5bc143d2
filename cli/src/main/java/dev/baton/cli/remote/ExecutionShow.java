package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Fields;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Paint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton executions show}. */
@Command(
        name = "show",
        description = "Show an execution with its runs.",
        footer = {"  baton executions show 01a1e3c7-89fc", "  baton executions show etl    # its newest"})
final class ExecutionShow extends ReadCommand {

    private static final int MOST_RUNS = 1_000;

    @Parameters(
            paramLabel = "EXECUTION",
            description = "Its id or the beginning of it, or a job or workflow, whose newest one is meant.")
    private String given = "";

    ExecutionShow(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        String id = new Lookup(api).execution(given);
        JsonNode execution = api.get("/executions/" + id);
        if (json()) {
            printJson(execution);
        } else if (quiet()) {
            out().println(text(execution, "status"));
        } else {
            show(execution, api.list("/runs", Query.of("execution", id), MOST_RUNS));
        }
        return ExitCode.OK;
    }

    private void show(JsonNode execution, List<JsonNode> newestFirst) {
        out().println(style().paint(Paint.BOLD, text(execution, "name")) + "  "
                + style().painted(text(execution, "status")) + "  execution " + text(execution, "id"));
        JsonNode parameters = execution.path("parameters");
        print(new Fields(style())
                .add("trigger", text(execution, "trigger"))
                .add("for", style().moment(text(execution, "scheduled_time")))
                .add("started", style().moment(text(execution, "started")))
                .add("ended", style().moment(text(execution, "finished")))
                .add("took", style().taken(text(execution, "started"), text(execution, "finished")))
                .add("parameters", parameters.isEmpty() ? "" : Json.write(Api.plain(parameters)))
                .add("part of", text(execution, "parent_run_id"))
                .lines());
        out().println();
        List<JsonNode> runs = new ArrayList<>(newestFirst);
        Collections.reverse(runs);
        print(RunTable.ofSteps(style(), runs).lines());
        if (runs.size() == MOST_RUNS) {
            err().println("There are more: 'baton runs list --execution " + text(execution, "id") + " --all'.");
        }
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton backfill}. */
@Command(
        name = "backfill",
        description = "Backfill: start an execution for every fire in a past range of time.",
        footer = {
            "  baton backfill etl --from 2026-11-01 --to 2026-11-15 --dry-run",
            "  baton backfill etl --from 7d --concurrency 4"
        })
final class BackfillCommand extends ReadCommand {

    private static final int SHOWN = 20;

    @Parameters(paramLabel = "NAME", description = "The job or workflow, or the beginning of its name.")
    private String name = "";

    @Option(
            names = "--from",
            required = true,
            paramLabel = "TIME",
            description = "The beginning, inclusive: 2026-11-01, or 7d ago.")
    private String from = "";

    @Option(
            names = "--to",
            paramLabel = "TIME",
            defaultValue = "now",
            description = "The end, exclusive. Default: now.")
    private String to = "now";

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many executions may be active at a time. Default: 1.")
    private int concurrency = 1;

    @Option(
            names = {"-p", "--param"},
            paramLabel = "NAME=VALUE",
            description = "A parameter for each execution. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--dry-run", description = "List the fires, and start nothing.")
    private boolean dryRun;

    @Option(names = "--id", paramLabel = "ID", description = "The idempotency key: the same id starts nothing twice.")
    private @Nullable String id;

    BackfillCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Definition definition = new Lookup(api).definition(name);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("from", Since.past("--from", from, clock()).toString());
        body.put("to", Since.past("--to", to, clock()).toString());
        body.put("concurrency", concurrency);
        body.put("dry_run", dryRun);
        if (!parameters.isEmpty()) {
            body.put("parameters", TriggerCommand.values(api, definition, parameters));
        }
        if (id != null) {
            body.put("id", id);
        }
        JsonNode answer = api.post(definition.path() + "/backfill", body);
        if (json()) {
            printJson(answer);
        } else if (quiet()) {
            answer.path("fires").forEach(fire -> out().println(text(fire, dryRun ? "scheduled_time" : "execution")));
        } else {
            show(definition, answer);
        }
        return ExitCode.OK;
    }

    private void show(Lookup.Definition definition, JsonNode answer) {
        int count = answer.path("count").asInt(0);
        String fires = count + (count == 1 ? " fire" : " fires") + " of " + definition.name();
        out().println(dryRun ? fires + " to run:" : fires + " submitted, backfill " + text(answer, "id") + ":");
        Table table = new Table(style(), "FOR", "EXECUTION").whole("EXECUTION");
        int shown = 0;
        for (JsonNode fire : answer.path("fires")) {
            if (shown++ < SHOWN) {
                table.add(style().moment(text(fire, "scheduled_time")), text(fire, "execution"));
            }
        }
        if (!table.isEmpty()) {
            print(table.lines());
        }
        if (count > SHOWN) {
            out().println("and " + (count - SHOWN) + " more.");
        }
    }
}

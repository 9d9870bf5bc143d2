package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton schedules put}. */
@Command(
        name = "put",
        description =
                "Add a schedule, or replace the one of that name. It starts a job or workflow with parameters of its own.",
        footer = {"  baton schedules put north report \"TZ=Europe/Berlin 0 2 * * *\" --param tenant=north"})
final class SchedulePut extends RemoteCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the schedule.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "JOB", description = "The job or workflow, or the beginning of its name.")
    private String job = "";

    @Parameters(index = "2", paramLabel = "EXPRESSION", description = "Cron, or @every, @daily, @at.")
    private String schedule = "";

    @Option(
            names = {"-p", "--param"},
            paramLabel = "NAME=VALUE",
            description = "A parameter of its executions, over its default. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--missed",
            paramLabel = "POLICY",
            description = "What happens to missed fires: skip, run-once or run-all. Default: skip.")
    private @Nullable String missed;

    SchedulePut(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Definition definition = new Lookup(api).definition(job);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("job", definition.name());
        body.put("schedule", schedule);
        if (!parameters.isEmpty()) {
            body.put("parameters", TriggerCommand.values(api, definition, parameters));
        }
        if (missed != null) {
            body.put("missed", missed);
        }
        JsonNode kept = api.put(ScheduleList.PATH + "/" + Query.segment(name), body);
        out().println("Schedule " + text(kept, "name") + " starts " + text(kept, "job") + " " + text(kept, "words")
                + ".");
        return ExitCode.OK;
    }
}

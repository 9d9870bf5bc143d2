package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton mark}. */
@Command(
        name = "mark",
        description = "Mark a run as success or skipped; the steps after it go on.",
        footer = {"  baton mark etl/load success --reason \"loaded by hand\""})
final class MarkCommand extends RemoteCommand {

    /** The statuses that a run can be marked with. */
    enum End {
        SUCCESS,
        SKIPPED
    }

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "Its id or the beginning of it, execution/step, or workflow/step of the newest execution.")
    private String given = "";

    @Parameters(index = "1", paramLabel = "success|skipped", description = "The status to set.")
    private End end = End.SUCCESS;

    @Option(
            names = {"-m", "--reason"},
            required = true,
            paramLabel = "TEXT",
            description = "The reason, for the audit log and the log of the run.")
    private String reason = "";

    @Option(names = "--json", description = "Print the run as the server answers.")
    private boolean json;

    MarkCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        String run = new Lookup(api).run(given);
        String status = end.name().toLowerCase(Locale.ROOT);
        JsonNode answer = api.post("/runs/" + run + "/mark", Map.of("status", status, "reason", reason));
        if (json) {
            printJson(answer);
        } else {
            out().println("run " + run + " is marked: "
                    + (text(answer, "status").isEmpty() ? status : text(answer, "status")) + ".");
        }
        return ExitCode.OK;
    }
}

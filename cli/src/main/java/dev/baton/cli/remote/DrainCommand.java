package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton drain}. */
@Command(
        name = "drain",
        description = "Drain workers: they finish their runs and take no more.",
        footer = {"  baton drain build-3", "  baton workers list    # how far it is"})
final class DrainCommand extends RemoteCommand {

    private static final int MOST = 10_000;

    @Parameters(arity = "1..*", paramLabel = "WORKER", description = "Their names or ids, or the beginnings of them.")
    private List<String> workers = List.of();

    DrainCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        List<JsonNode> all = api.list("/workers", Query.NONE, MOST);
        List<JsonNode> found = new ArrayList<>();
        workers.forEach(given -> found.add(Lookup.only(all, given, "worker")));
        for (JsonNode worker : found) {
            api.post("/workers/" + text(worker, "id") + "/drain", Map.of());
            out().println("worker " + text(worker, "name") + " takes no more runs until it is started again; it has "
                    + Texts.count(worker.path("running").size(), "run") + " to finish.");
        }
        return ExitCode.OK;
    }
}

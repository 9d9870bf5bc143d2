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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton drain}. */
@Command(
        name = "drain",
        description = "Drain workers: they finish their runs and take no more, until you undo it or restart them.",
        footer = {
            "  baton drain build-3",
            "  baton workers list             # how far it is",
            "  baton drain build-3 --undo     # it takes runs again"
        })
final class DrainCommand extends RemoteCommand {

    private static final int MOST = 10_000;

    @Parameters(arity = "1..*", paramLabel = "WORKER", description = "Their names or ids, or the beginnings of them.")
    private List<String> workers = List.of();

    @Option(names = "--undo", description = "Let drained workers take runs again.")
    private boolean undo;

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
            api.post("/workers/" + text(worker, "id") + (undo ? "/resume" : "/drain"), Map.of());
            (undo ? resumed(worker) : drained(worker)).forEach(out()::println);
        }
        return ExitCode.OK;
    }

    /** @param worker as it was before it was drained */
    private static List<String> drained(JsonNode worker) {
        String name = text(worker, "name");
        int running = worker.path("running").size();
        return List.of(
                "worker " + name + " takes no more runs; it has "
                        + (running == 0 ? "none" : Texts.count(running, "run")) + " to finish.",
                "  'baton drain " + name + " --undo' lets it take runs again; so does a restart of the worker.");
    }

    /** @param worker as it was before it was resumed */
    private static List<String> resumed(JsonNode worker) {
        return List.of("worker " + text(worker, "name")
                + (worker.path("draining").asBoolean(false)
                        ? " takes runs again."
                        : " was not drained: it takes runs as before."));
    }
}

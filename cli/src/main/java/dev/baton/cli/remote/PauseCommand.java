package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton pause}. */
@Command(
        name = "pause",
        description = "Pause jobs and workflows: nothing starts until they are resumed; running executions go on.",
        footer = {
            "  baton pause etl --reason \"the warehouse moves\"",
            "  baton jobs list --tag finance -q | xargs baton pause"
        })
final class PauseCommand extends RemoteCommand {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Their names, or the beginnings of them.")
    private List<String> names = List.of();

    @Option(
            names = {"-m", "--reason"},
            paramLabel = "TEXT",
            description = "The reason, which is shown with the job or workflow.")
    private @Nullable String reason;

    PauseCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Map<String, Object> body = new LinkedHashMap<>();
        if (reason != null) {
            body.put("reason", reason);
        }
        for (Lookup.Definition definition : found(api, names)) {
            api.post(definition.path() + "/pause", body);
            out().println(definition.word() + " " + definition.name() + " is paused.");
        }
        return ExitCode.OK;
    }

    /** All are looked up before anything is done. */
    static List<Lookup.Definition> found(Api api, List<String> names) throws InterruptedException {
        List<Lookup.Definition> found = new ArrayList<>();
        for (String name : names) {
            found.add(new Lookup(api).definition(name));
        }
        return found;
    }
}

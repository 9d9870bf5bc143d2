package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code baton jobs remove} and {@code baton workflows remove}. */
@Command(
        name = "remove",
        description =
                "Remove jobs and workflows that were defined through the API. Definitions of a file are removed in the file.",
        footer = {"  baton jobs remove old-report"})
final class RemoveCommand extends RemoteCommand {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Their names.")
    private List<String> names = List.of();

    RemoveCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        List<Lookup.Definition> found = PauseCommand.found(api, names);
        for (Lookup.Definition definition : found) {
            // Removal is final, so a prefix of a name is not enough.
            if (!names.contains(definition.name())) {
                throw bad("write the full name to remove it: " + definition.name());
            }
        }
        for (Lookup.Definition definition : found) {
            api.delete(definition.path());
            out().println(definition.word() + " " + definition.name() + " is removed.");
        }
        return ExitCode.OK;
    }
}

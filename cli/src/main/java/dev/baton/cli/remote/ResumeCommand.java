package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code baton resume}. */
@Command(
        name = "resume",
        description = "Resume jobs and workflows that were paused. Their policy for missed fires applies.",
        footer = {"  baton resume etl", "  baton jobs list --paused -q | xargs baton resume"})
final class ResumeCommand extends RemoteCommand {

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Their names, or the beginnings of them.")
    private List<String> names = List.of();

    ResumeCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        for (Lookup.Definition definition : PauseCommand.found(api, names)) {
            api.post(definition.path() + "/resume", Map.of());
            out().println(definition.word() + " " + definition.name() + " is resumed.");
        }
        return ExitCode.OK;
    }
}

package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code baton reload}. */
@Command(
        name = "reload",
        description = "Make the server read its configuration file again. An invalid file changes nothing.",
        footer = {"  baton validate baton.toml && baton reload"})
final class ReloadCommand extends RemoteCommand {

    ReloadCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        api().post("/reload", Map.of());
        out().println("The server has read its configuration again.");
        return ExitCode.OK;
    }
}

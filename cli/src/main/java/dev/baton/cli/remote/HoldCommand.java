package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;

/** {@code baton hold}. */
@Command(
        name = "hold",
        description = "Hold executions: no further steps start until they are released; running steps go on.",
        footer = {"  baton hold etl", "  baton hold 01a1e3c7-89fc --reason \"the source is being repaired\""})
final class HoldCommand extends ExecutionCommand {

    HoldCommand(Surroundings surroundings) {
        super(surroundings, "hold", "held");
    }
}

package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;

/** {@code baton release}. */
@Command(
        name = "release",
        description = "Release executions that were held.",
        footer = {"  baton release etl", "  baton release 01a1e3c7-89fc --reason \"the source is repaired\""})
final class ReleaseCommand extends ExecutionCommand {

    static final String DONE = "released";

    ReleaseCommand(Surroundings surroundings) {
        super(surroundings, "release", DONE);
    }
}

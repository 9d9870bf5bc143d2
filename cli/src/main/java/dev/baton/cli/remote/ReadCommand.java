package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Option;

/** A command that reads, and prints for people or for programs. */
abstract class ReadCommand extends RemoteCommand {

    @Option(names = "--json", description = "Print JSON, as the server gives it, on one line.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the essential alone: names or ids of a list, the status of one thing.")
    private boolean quiet;

    ReadCommand(Surroundings surroundings) {
        super(surroundings);
    }

    final boolean json() {
        return json;
    }

    final boolean quiet() {
        return quiet;
    }
}

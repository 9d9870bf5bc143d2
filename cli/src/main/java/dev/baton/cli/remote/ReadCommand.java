package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Option;

/** A command that reads, and prints for people or for programs. */
abstract class ReadCommand extends RemoteCommand {

    @Option(names = "--json", description = "Print the JSON of the server on one line.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the names or ids of a list, or the status of one thing.")
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

package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;

/** {@code baton jobs list}. */
@Command(
        name = "list",
        description = "List jobs, with their next fires and last executions.",
        footer = {"  baton jobs list --tag finance", "  baton jobs list --paused --quiet"})
final class JobList extends DefinitionList {

    JobList(Surroundings surroundings) {
        super(surroundings, false);
    }
}

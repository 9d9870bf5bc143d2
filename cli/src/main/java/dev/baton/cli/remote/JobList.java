package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;

/** {@code baton jobs list}. */
@Command(
        name = "list",
        description = "List jobs: what they are, when they fire next, how they ended last.",
        footer = {"  baton jobs list --tag finance", "  baton jobs list --paused --quiet"})
final class JobList extends DefinitionList {

    JobList(Surroundings surroundings) {
        super(surroundings, false);
    }
}

package dev.baton.cli.remote;

import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;

/** {@code baton workflows list}. */
@Command(
        name = "list",
        description = "List workflows, with their steps, next fires and last executions.",
        footer = {"  baton workflows list", "  baton workflows list --json"})
final class WorkflowList extends DefinitionList {

    WorkflowList(Surroundings surroundings) {
        super(surroundings, true);
    }
}

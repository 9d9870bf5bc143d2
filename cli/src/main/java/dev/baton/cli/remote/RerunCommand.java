package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton rerun}. */
@Command(
        name = "rerun",
        description = "Run an execution again, as a new one with the same parameters and scheduled time.",
        footer = {"  baton rerun etl", "  baton rerun 01a1e3c7-89fc"})
final class RerunCommand extends SubjectCommand {

    RerunCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException {
        if (subject.isRun()) {
            throw CommandFailedException.badInput(
                    "run " + subject.id() + " is a part of an execution, which can only be run again as a whole.",
                    "'baton retry' runs a failed step again.");
        }
        return api.post(subject.path() + "/rerun", why());
    }

    @Override
    String done(Lookup.Subject subject, JsonNode answer) {
        return "Started " + text(answer, "name") + " again: execution " + text(answer, "id") + ".";
    }
}

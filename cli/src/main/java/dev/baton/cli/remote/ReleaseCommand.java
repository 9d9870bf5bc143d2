package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton release}. */
@Command(
        name = "release",
        description = "Release executions that were held.",
        footer = {"  baton release etl", "  baton release 01a1e3c7-89fc --reason \"the source is being repaired\""})
final class ReleaseCommand extends SubjectCommand {

    ReleaseCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException {
        if (subject.isRun()) {
            throw CommandFailedException.badInput(
                    "run " + subject.id() + " cannot do that by itself: name its execution.", "");
        }
        return api.post(subject.path() + "/release", why());
    }

    @Override
    String done(Lookup.Subject subject, JsonNode answer) {
        return "execution " + subject.id() + " of " + text(answer, "name") + " is released: " + text(answer, "status")
                + ".";
    }
}

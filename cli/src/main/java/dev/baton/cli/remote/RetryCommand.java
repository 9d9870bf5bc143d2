package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton retry}. */
@Command(
        name = "retry",
        description =
                "Retry failed steps and those skipped because of them, in the same execution; successes are" + " kept.",
        footer = {"  baton retry etl", "  baton retry etl/load --reason \"the disk has room again\""})
final class RetryCommand extends SubjectCommand {

    RetryCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException {
        return api.post(subject.path() + "/retry", why());
    }

    @Override
    String done(Lookup.Subject subject, JsonNode answer) {
        return subject.word() + " " + subject.id() + " runs again: " + text(answer, "status") + ".";
    }
}

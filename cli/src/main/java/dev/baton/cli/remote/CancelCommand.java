package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton cancel}. */
@Command(
        name = "cancel",
        description = "Cancel executions or runs, and report the result: never started, signalled, awaits its worker,"
                + " already ended. The final step of a workflow still runs; a second cancellation stops it too.",
        footer = {
            "  baton cancel etl --reason \"wrong day\"",
            "  baton executions list --status running -q | xargs baton cancel"
        })
final class CancelCommand extends SubjectCommand {

    CancelCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException {
        return api.post(subject.path() + "/cancel", why());
    }

    @Override
    String done(Lookup.Subject subject, JsonNode answer) {
        String counts = " (" + answer.path("never_started").asInt(0) + " never started, "
                + answer.path("signalled").asInt(0) + " stopping, "
                + answer.path("already_ended").asInt(0) + " had ended)";
        return subject.word() + " " + subject.id() + ": "
                + switch (text(answer, "outcome")) {
                    case "never_started" -> "cancelled before anything started";
                    case "signalled" -> "cancelled, running steps are stopping";
                    case "awaits_worker" -> "cancelled, its worker has yet to stop it";
                    case "already_ended" -> "had already ended";
                    default -> text(answer, "outcome");
                }
                + (subject.isRun() || text(answer, "outcome").equals("already_ended") ? "" : counts) + ".";
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import tools.jackson.databind.JsonNode;

/** A command that does something to whole executions, and refuses single runs. */
abstract class ExecutionCommand extends SubjectCommand {

    private final String action;
    private final String done;

    /**
     * @param action the last part of the address that does it
     * @param done what the executions are afterwards
     */
    ExecutionCommand(Surroundings surroundings, String action, String done) {
        super(surroundings);
        this.action = action;
        this.done = done;
    }

    @Override
    final JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException {
        if (subject.isRun()) {
            throw CommandFailedException.badInput(
                    "baton " + action + " works on executions, and " + subject.id() + " is a run: name its execution.",
                    "");
        }
        return api.post(subject.path() + "/" + action, why());
    }

    @Override
    final String done(Lookup.Subject subject, JsonNode answer) {
        String status = text(answer, "status");
        String execution = "execution " + subject.id() + " of " + text(answer, "name");
        if (done.equals(ReleaseCommand.DONE) && !text(answer, "finished").isEmpty()) {
            return execution + " has ended (" + status + "): there was nothing to release.";
        }
        return execution + " is " + done + (status.equals(done) ? "." : ": " + status + ".");
    }
}

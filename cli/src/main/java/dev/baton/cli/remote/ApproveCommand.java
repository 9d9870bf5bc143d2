package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton approve}. */
@Command(
        name = "approve",
        description = "Answer a run that waits for a person: approve it, or reject it.",
        footer = {
            "  baton approvals                     # what waits",
            "  baton approve release --comment \"ship it\"",
            "  baton approve release/sign-off --reject --comment \"not on a Friday\""
        })
final class ApproveCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "SUBJECT",
            description = "The run that waits for an answer, or an execution or workflow with one such run.")
    private String given = "";

    @Option(names = "--reject", description = "Reject: the run fails.")
    private boolean reject;

    @Option(
            names = {"-m", "--comment"},
            paramLabel = "TEXT",
            description = "The reason, for the audit log and the log of the run.")
    private @Nullable String comment;

    @Option(names = "--json", description = "Print the run as the server answers.")
    private boolean json;

    ApproveCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Subject subject = new Lookup(api).subject(given);
        String run = subject.isRun() ? subject.id() : waiting(api, subject.id());
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("approved", !reject);
        if (comment != null) {
            body.put("comment", comment);
        }
        JsonNode answer = api.post("/runs/" + run + "/approve", body);
        if (json) {
            printJson(answer);
        } else {
            out().println((reject ? "Rejected" : "Approved") + " run " + run + ".");
        }
        return ExitCode.OK;
    }

    private static String waiting(Api api, String execution) throws InterruptedException {
        List<JsonNode> here = ApprovalList.read(api).stream()
                .filter(approval -> text(approval, "execution_id").equals(execution))
                .toList();
        if (here.size() == 1) {
            return text(here.get(0), "run_id");
        }
        throw here.isEmpty()
                ? new CommandFailedException(
                        "nothing in execution " + execution + " waits for an approval.",
                        "'baton approvals' lists what does.")
                : CommandFailedException.badInput(
                        "several runs of execution " + execution + " wait for a person: "
                                + String.join(
                                        ", ",
                                        here.stream()
                                                .map(run -> text(run, "step"))
                                                .toList()) + ".",
                        "Write " + execution + "/STEP.");
    }
}

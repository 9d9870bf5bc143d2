package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/**
 * A command with an action on executions or runs, several at a time. A failure for one is reported, and does not affect
 * the others.
 */
abstract class SubjectCommand extends RemoteCommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "SUBJECT",
            description = "A run or an execution by its id or the beginning of it, a job or workflow (the newest"
                    + " execution), or workflow/step.")
    private List<String> subjects = List.of();

    @Option(names = "--json", description = "Print the answers of the server, one JSON object a line.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors.")
    private boolean quiet;

    @Option(
            names = {"-m", "--reason"},
            paramLabel = "TEXT",
            description = "The reason, for the audit log.")
    private @Nullable String reason;

    SubjectCommand(Surroundings surroundings) {
        super(surroundings);
    }

    /** Applies the action to one execution or run. */
    abstract JsonNode act(Api api, Lookup.Subject subject) throws InterruptedException;

    /** A sentence for the user about what the command did. */
    abstract String done(Lookup.Subject subject, JsonNode answer);

    /** The request body with the reason. */
    final Map<String, Object> why() {
        Map<String, Object> body = new LinkedHashMap<>();
        if (reason != null) {
            body.put("reason", reason);
        }
        return body;
    }

    @Override
    public final Integer call() throws InterruptedException {
        Api api = api();
        Lookup lookup = new Lookup(api);
        List<Lookup.Subject> found = new ArrayList<>();
        // All are looked up before anything is done, so that a misspelt one does not leave the work half done.
        for (String given : subjects) {
            found.add(lookup.subject(given));
        }
        int failed = 0;
        for (Lookup.Subject subject : found) {
            try {
                JsonNode answer = act(api, subject);
                if (json) {
                    printJson(answer);
                } else if (!quiet) {
                    out().println(done(subject, answer));
                }
            } catch (CommandFailedException e) {
                if (found.size() == 1) {
                    throw e;
                }
                err().println(subject.word() + " " + subject.id() + ": " + e.getMessage());
                failed++;
            }
        }
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.input.TextFile;
import dev.baton.cli.output.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton submit}. */
@Command(
        name = "submit",
        description = "Submit a run to start once: a command line, a job with parameters, or a batch of runs.",
        footer = {
            "  baton submit -- ./merge.sh --all",
            "  baton submit --after etl/load -- ./merge.sh",
            "  baton submit --after 01a1e3c7-89fc:failure --job alert",
            "  baton submit --batch runs.json"
        })
final class SubmitCommand extends ReadCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "The command line for the shell, after --. Requires the role admin.")
    private List<String> words = List.of();

    @Option(names = "--job", paramLabel = "NAME", description = "Instead of a command: a job or workflow.")
    private @Nullable String job;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description = "Instead of a command: a file in JSON with several runs that refer to one another, as for"
                    + " POST /runs/batch. All are submitted or none.")
    private @Nullable Path batch;

    @Option(
            names = {"-p", "--param"},
            paramLabel = "NAME=VALUE",
            description = "A parameter. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--after",
            paramLabel = "SUBJECT[:CONDITION]",
            description = "Start after this run or execution has ended: by success, failure, skipped or complete."
                    + " Default: success. May be repeated.")
    private List<String> after = List.of();

    @Option(names = "--not-before", paramLabel = "TIME", description = "The earliest start: 2h, 2026-11-15T02:00.")
    private @Nullable String notBefore;

    @Option(names = "--key", paramLabel = "KEY", description = "The idempotency key.")
    private @Nullable String key;

    @Mixin
    private final Waiting waiting = new Waiting();

    SubmitCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        int given = (words.isEmpty() ? 0 : 1) + (job == null ? 0 : 1) + (batch == null ? 0 : 1);
        if (given != 1) {
            throw bad("give one of a command after --, --job and --batch");
        }
        Api api = api();
        if (batch != null) {
            return submitBatch(api, batch);
        }
        JsonNode made = api.post("/runs", body(api));
        if (json()) {
            printJson(made);
        } else if (quiet()) {
            out().println(text(made, "run_id").isEmpty() ? text(made, "execution_id") : text(made, "run_id"));
        } else {
            say(made);
        }
        out().flush();
        return waiting.wanted() ? waiting.await(api, text(made, "execution_id"), style(), out(), err()) : ExitCode.OK;
    }

    private void say(JsonNode made) {
        String what = made.path("created").asBoolean(true) ? "Submitted " : "Known already: ";
        String run = text(made, "run_id");
        String ref = text(made, "ref");
        out().println(what + (ref.isEmpty() ? text(made, "job") : ref)
                + (run.isEmpty() ? ": execution " + text(made, "execution_id") : ": run " + run) + ".");
    }

    private int submitBatch(Api api, Path file) throws InterruptedException {
        JsonNode made = api.post("/runs/batch", Query.NONE, "application/json", TextFile.read(file));
        if (json()) {
            printJson(made);
        } else {
            for (JsonNode run : made.path("runs")) {
                if (quiet()) {
                    out().println(text(run, "run_id").isEmpty() ? text(run, "execution_id") : text(run, "run_id"));
                } else {
                    say(run);
                }
            }
        }
        return ExitCode.OK;
    }

    private Map<String, Object> body(Api api) throws InterruptedException {
        Lookup lookup = new Lookup(api);
        Map<String, Object> body = new LinkedHashMap<>();
        if (job == null) {
            body.put("command", words.size() == 1 ? words.get(0) : ShellWords.joined(words));
            if (!parameters.isEmpty()) {
                body.put("parameters", parameters);
            }
        } else {
            Lookup.Definition definition = lookup.definition(job);
            body.put("job", definition.name());
            if (!parameters.isEmpty()) {
                body.put("parameters", TriggerCommand.values(api, definition, parameters));
            }
        }
        if (!after.isEmpty()) {
            List<Map<String, Object>> parents = new ArrayList<>();
            for (String parent : after) {
                parents.add(parent(lookup, parent));
            }
            body.put("depends_on", parents);
        }
        if (notBefore != null) {
            body.put(
                    "not_before",
                    Since.future("--not-before", notBefore, clock()).toString());
        }
        if (key != null) {
            body.put("key", key);
        }
        return body;
    }

    private static Map<String, Object> parent(Lookup lookup, String given) throws InterruptedException {
        int colon = given.lastIndexOf(':');
        Lookup.Subject subject = lookup.subject(colon < 0 ? given : given.substring(0, colon));
        Map<String, Object> parent = new LinkedHashMap<>();
        parent.put(subject.isRun() ? "run_id" : "execution_id", subject.id());
        if (colon >= 0) {
            parent.put("conditions", List.of(given.substring(colon + 1)));
        }
        return parent;
    }
}

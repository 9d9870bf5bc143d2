package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.TextFile;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Texts;
import dev.baton.cli.toml.LineDiff;
import dev.baton.cli.toml.TomlWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton apply}. */
@Command(
        name = "apply",
        description =
                "Define the jobs and workflows of a file on a server: all of them or, if there is a mistake, none."
                        + " It shows the changes first.",
        footer = {
            "  baton apply jobs.toml --dry-run",
            "  baton apply jobs.toml --yes",
            "  baton apply jobs.toml --prune    # also remove definitions that are not in the file",
            "",
            "Definitions in the server's configuration file can only be changed in that file."
        })
final class ApplyCommand extends RemoteCommand {

    @Parameters(paramLabel = "FILE", description = "A file in TOML with [[jobs]] and [[workflows]]; - for the input.")
    private Path file = Path.of("-");

    @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
    private boolean dryRun;

    @Option(names = "--prune", description = "Remove definitions made through the API that are not in the file.")
    private boolean prune;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask for confirmation.")
    private boolean yes;

    @Option(names = "--json", description = "Print the changes as JSON.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the names of the definitions that change.")
    private boolean quiet;

    ApplyCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        String toml = TextFile.read(file);
        JsonNode planned = post(api, toml, true);
        List<JsonNode> changes = new ArrayList<>();
        planned.path("changes").forEach(change -> {
            if (!text(change, "action").equals("keep")) {
                changes.add(change);
            }
        });
        if (json) {
            printJson(planned);
        } else if (quiet) {
            changes.forEach(change -> out().println(text(change, "name")));
        } else {
            changes.forEach(this::show);
            out().println(summary(planned, changes.size()));
        }
        if (dryRun || changes.isEmpty()) {
            return ExitCode.OK;
        }
        if (!yes && !confirmed()) {
            err().println("Nothing was changed.");
            return ExitCode.FAILED;
        }
        post(api, toml, false);
        if (!json && !quiet) {
            out().println("Applied.");
        }
        return ExitCode.OK;
    }

    private Map<String, Object> body(String toml, boolean dry) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("toml", toml);
        body.put("dry_run", dry);
        body.put("prune", prune);
        return body;
    }

    /** The server does not know the name of the file, and calls it toml in its messages. */
    private JsonNode post(Api api, String toml, boolean dry) throws InterruptedException {
        try {
            return api.post("/apply", body(toml, dry));
        } catch (CommandFailedException e) {
            throw e.withMessage(String.valueOf(e.getMessage())
                    .replaceAll("(?m)(?<=^|^  |: )toml:(?=\\d)", Matcher.quoteReplacement(file + ":")));
        }
    }

    private boolean confirmed() {
        if (!style().terminal().live()) {
            throw bad("there is no terminal for the question: repeat the command with --yes");
        }
        out().print("Apply this? [y/N] ");
        out().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return answer != null && (answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes"));
        } catch (IOException e) {
            return false;
        }
    }

    private void show(JsonNode change) {
        boolean workflow = change.path("workflow").asBoolean(false);
        String action = text(change, "action");
        String sign = action.equals("create") ? "+" : action.equals("remove") ? "-" : "~";
        Paint paint = action.equals("create") ? Paint.GREEN : action.equals("remove") ? Paint.RED : Paint.YELLOW;
        out().println(style().paint(
                        paint, sign + " " + action + " " + (workflow ? "workflow " : "job ") + text(change, "name")));
        if (action.equals("change")) {
            LineDiff.of(toml(workflow, change.path("before")), toml(workflow, change.path("after")))
                    .forEach(line -> out().println("    "
                            + style().paint(
                                            line.startsWith("+")
                                                    ? Paint.GREEN
                                                    : line.startsWith("-") ? Paint.RED : Paint.DIM,
                                            line)));
        }
    }

    private static List<String> toml(boolean workflow, JsonNode spec) {
        return new TomlWriter()
                .definition(workflow ? "workflows" : "jobs", ExportCommand.plain(spec))
                .text()
                .lines()
                .toList();
    }

    private static String summary(JsonNode planned, int changed) {
        int kept = planned.path("changes").size() - changed;
        return changed == 0
                ? "Nothing changes in " + Texts.count(kept, "definition") + "."
                : changed + (changed == 1 ? " definition changes, " : " definitions change, ") + kept
                        + " stay as they are.";
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Fields;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Table;
import dev.baton.cli.toml.TomlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton jobs show} and {@code baton workflows show}. */
@Command(
        name = "show",
        description = "Show a job or workflow: its next fires, its last executions and its definition.",
        footer = {"  baton jobs show report", "  baton workflows show etl --json"})
final class DefinitionShow extends ReadCommand {

    private static final int RECENT = 5;

    @Parameters(paramLabel = "NAME", description = "Its name, or the beginning of it.")
    private String name = "";

    DefinitionShow(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        Lookup.Definition definition = new Lookup(api).definition(name);
        JsonNode detail = api.get(definition.path());
        if (json()) {
            printJson(detail);
        } else if (quiet()) {
            String last = text(detail.path("definition").path("last_execution"), "status");
            out().println(last.isEmpty() ? "none" : last);
        } else {
            show(definition, detail, api.list("/executions", Query.of("name", definition.name()), RECENT));
        }
        return ExitCode.OK;
    }

    private void show(Lookup.Definition definition, JsonNode detail, List<JsonNode> recent) {
        JsonNode shown = detail.path("definition");
        JsonNode schedule = shown.path("schedule");
        JsonNode pause = detail.path("pause");
        out().println(style().paint(Paint.BOLD, definition.name()) + "  " + definition.word() + " of the "
                + text(shown, "source") + (text(shown, "title").isEmpty() ? "" : "  " + text(shown, "title")));
        Fields fields = new Fields(style())
                .add("about", text(shown, "description"))
                .add("tags", words(shown.path("tags")))
                .add("schedule", schedule(schedule))
                .add("next", nextFires(detail.path("next_fires")));
        if (shown.path("paused").asBoolean(false)) {
            fields.add("paused", pause.isMissingNode() ? "yes" : pause(pause));
        }
        for (JsonNode dependency : detail.path("window")) {
            fields.add("window", text(dependency, "name") + ": " + text(dependency, "status"));
        }
        print(fields.add("version", version(detail)).lines());
        if (!recent.isEmpty()) {
            out().println();
            Table table =
                    new Table(style(), "RECENT", "STATUS", "TRIGGER", "STARTED", "TOOK").whole("RECENT", "STATUS");
            for (JsonNode execution : recent) {
                table.add(
                        text(execution, "id"),
                        style().status(text(execution, "status")),
                        text(execution, "trigger"),
                        style().distance(text(execution, "started")),
                        style().taken(text(execution, "started"), text(execution, "finished")));
            }
            print(table.lines());
        }
        out().println();
        out().print(new TomlWriter()
                .definitions(definition.isWorkflow() ? "workflows" : "jobs", List.of(plain(detail.path("spec"))))
                .text());
        out().flush();
    }

    private static String schedule(JsonNode schedule) {
        String words = text(schedule, "words");
        String zone = text(schedule, "timezone");
        return text(schedule, "text")
                + (words.isEmpty() ? "" : ", which is " + words)
                + (words.endsWith("(" + zone + ")") ? "" : " (" + zone + ")");
    }

    private String nextFires(JsonNode fires) {
        List<String> all = new ArrayList<>();
        fires.forEach(fire -> all.add(style().moment(fire.asString(""))));
        return String.join("\n", all);
    }

    private String pause(JsonNode pause) {
        String reason = text(pause, "reason");
        return "by " + text(pause, "by") + " " + style().distance(text(pause, "since"))
                + (reason.isEmpty() ? "" : ": " + reason);
    }

    private static String version(JsonNode detail) {
        return detail.has("version")
                ? detail.path("version").asString("") + ", by " + text(detail, "changed_by") + " at "
                        + text(detail, "changed_at")
                : "";
    }

    private static String words(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(word -> word.asString(""))
                .collect(Collectors.joining(", "));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> plain(JsonNode spec) {
        return (Map<String, Object>) Api.plain(spec);
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists jobs or workflows, with when they fire next and how they ended last. */
abstract class DefinitionList extends ListCommand {

    private final boolean workflows;

    @Parameters(
            arity = "0..1",
            paramLabel = "TEXT",
            description = "List only those with this text in their name, title or description.")
    private @Nullable String text;

    @Option(names = "--tag", paramLabel = "TAG", description = "List only those with this tag. May be repeated.")
    private List<String> tags = List.of();

    @Option(names = "--paused", description = "List only those that are paused.")
    private boolean paused;

    @Option(names = "--source", paramLabel = "file|api", description = "List only those of the file, or of the API.")
    private @Nullable String source;

    DefinitionList(Surroundings surroundings, boolean workflows) {
        super(surroundings);
        this.workflows = workflows;
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        Query query = Query.NONE
                .with("text", text)
                .with("tag", tags)
                .with("paused", paused ? true : null)
                .with("source", source);
        return api.list(workflows ? "/workflows" : "/jobs", query, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "name");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table = new Table(style, "NAME", workflows ? "STEPS" : "KIND", "SCHEDULE", "NEXT", "LAST", "WHEN")
                .whole("NAME", "LAST");
        for (JsonNode item : items) {
            JsonNode last = item.path("last_execution");
            String ended = text(last, "finished");
            table.add(
                    text(item, "name"),
                    workflows ? item.path("steps").asString("") : text(item, "kind"),
                    text(item.path("schedule"), "text"),
                    item.path("paused").asBoolean(false)
                            ? style.status("paused")
                            : style.distance(text(item.path("schedule"), "next_fire")),
                    last.has("status") ? style.status(text(last, "status")) : "",
                    style.distance(ended.isEmpty() ? text(last, "started") : ended));
        }
        return table;
    }

    @Override
    String none() {
        return "No " + (workflows ? "workflow" : "job") + " matches" + (text == null ? "." : " \"" + text + "\".");
    }
}

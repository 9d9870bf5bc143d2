package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton workers list}. */
@Command(
        name = "list",
        description = "List workers, with their queues, labels and runs.",
        footer = {"  baton workers list", "  baton workers list --quiet"})
final class WorkerList extends ListCommand {

    private static final int SHORT_ID = 8;

    WorkerList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        return api.list("/workers", Query.NONE, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table = new Table(style, "NAME", "ID", "RUNS", "QUEUES", "LABELS", "STATE", "SEEN")
                .whole("NAME", "ID", "STATE");
        for (JsonNode item : items) {
            table.add(
                    text(item, "name"),
                    text(item, "id")
                            .substring(0, Math.min(SHORT_ID, text(item, "id").length())),
                    item.path("running").size() + " of " + item.path("capacity").asInt(0),
                    words(item.path("queues"), "all"),
                    words(item.path("labels"), ""),
                    item.path("draining").asBoolean(false)
                            ? "draining"
                            : item.path("local").asBoolean(false) ? "in the server" : "remote",
                    style.distance(text(item, "seen")));
        }
        return table;
    }

    private static String words(JsonNode list, String none) {
        return list.isEmpty()
                ? none
                : StreamSupport.stream(list.spliterator(), false)
                        .map(word -> word.asString(""))
                        .collect(Collectors.joining(","));
    }

    @Override
    String none() {
        return "There are no workers: nothing will run. 'baton worker' starts one.";
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.HumanTime;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import dev.baton.worker.wire.Durations;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton queues}. */
@Command(
        name = "queues",
        description = "List queues, with the number of waiting runs and the longest wait.",
        footer = "  baton queues")
final class QueueList extends ListCommand {

    QueueList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        return api.list("/queues", Query.NONE, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "name");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table = new Table(style, "QUEUE", "WAITING", "OLDEST");
        for (JsonNode item : items) {
            boolean empty = item.path("depth").asInt(0) == 0;
            table.add(text(item, "name"), item.path("depth").asString("0"), empty ? "" : age(text(item, "age")));
        }
        return table;
    }

    /** For how long the first one has waited. */
    static String age(String duration) {
        return Durations.parse(duration).map(HumanTime::taken).orElse(duration);
    }

    @Override
    String none() {
        return "There are no queues.";
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Ids;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton approvals}. */
@Command(
        name = "approvals",
        description = "List the runs that wait for a person, the oldest first.",
        footer = {"  baton approvals", "  baton approve release/sign-off --comment \"looks good\""})
final class ApprovalList extends ListCommand {

    ApprovalList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        return read(api);
    }

    static List<JsonNode> read(Api api) throws InterruptedException {
        List<JsonNode> items = new ArrayList<>();
        api.get("/approvals").path("items").forEach(items::add);
        return items;
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "run_id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Ids ids = Ids.of(items.stream().map(item -> text(item, "run_id")).toList());
        Table table = new Table(style, "RUN", "STEP", "SINCE", "QUESTION").whole("RUN");
        for (JsonNode item : items) {
            table.add(
                    ids.shortened(text(item, "run_id")),
                    text(item, "name") + "/" + text(item, "step"),
                    style.distance(text(item, "since")),
                    text(item, "message"));
        }
        return table;
    }

    @Override
    String none() {
        return "No run waits for an approval.";
    }
}

package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code baton schedules list}. */
@Command(
        name = "list",
        description = "List the schedules that a program or the API has added beside those of jobs and workflows.",
        footer = {"  baton schedules", "  baton schedules list --job report"})
final class ScheduleList extends ListCommand {

    static final String PATH = "/schedules";

    @Option(names = "--job", paramLabel = "NAME", description = "Only those of this job or workflow. May be repeated.")
    private List<String> jobs = List.of();

    ScheduleList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        return api.list(PATH, Query.NONE.with("job", jobs), most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "name");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table =
                new Table(style, "NAME", "STARTS", "SCHEDULE", "ZONE", "NEXT", "PARAMETERS").whole("NAME", "STARTS");
        for (JsonNode item : items) {
            JsonNode parameters = item.path("parameters");
            table.add(
                    text(item, "name"),
                    text(item, "job"),
                    text(item, "schedule"),
                    text(item, "timezone"),
                    next(style, item),
                    parameters.isEmpty() ? "" : Json.write(Api.plain(parameters)));
        }
        return table;
    }

    private static String next(Style style, JsonNode item) {
        if (item.path("paused").asBoolean(false)) {
            return "paused";
        }
        return item.has("next_fire") ? style.distance(text(item, "next_fire")) : "never";
    }

    @Override
    String none() {
        return "There are no schedules beside those of jobs and workflows. 'baton fires' lists what fires next.";
    }
}

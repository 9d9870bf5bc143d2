package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.output.Ids;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton executions list}. */
@Command(
        name = "list",
        description = "List executions, the newest first.",
        footer = {
            "  baton executions list etl --status failure --since 24h",
            "  baton executions list --status running,held --quiet"
        })
final class ExecutionList extends ListCommand {

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only those of this job or workflow.")
    private @Nullable String name;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only those in these statuses: running, held, success, partial, failure, timeout, cancelled,"
                    + " skipped.")
    private List<String> statuses = List.of();

    @Option(
            names = "--trigger",
            paramLabel = "TRIGGER",
            description = "Only those that started for this reason: schedule, manual, api, dependency, catch-up,"
                    + " backfill, retry, submit.")
    private @Nullable String trigger;

    @Option(names = "--since", paramLabel = "TIME", description = "Only those created since: 2h, 30d, 2026-11-15.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only those created before: 2h, 30d, 2026-11-15.")
    private @Nullable String until;

    @Option(names = "--nested", description = "List nested executions too.")
    private boolean nested;

    @Option(names = "--oldest", description = "List the oldest first.")
    private boolean oldest;

    ExecutionList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        Query query = Query.NONE
                .with(
                        "name",
                        name == null ? null : new Lookup(api).definition(name).name())
                .with("status", statuses)
                .with("trigger", trigger)
                .with("from", since == null ? null : Since.past("--since", since, clock()))
                .with("to", until == null ? null : Since.past("--until", until, clock()))
                .with("nested", nested ? true : null)
                .with("order", oldest ? "oldest" : null);
        return api.list("/executions", query, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Ids ids = Ids.of(items.stream().map(item -> text(item, "id")).toList());
        Table table =
                new Table(style, "ID", "NAME", "STATUS", "TRIGGER", "STARTED", "TOOK").whole("ID", "NAME", "STATUS");
        for (JsonNode item : items) {
            table.add(
                    ids.shortened(text(item, "id")),
                    text(item, "name"),
                    style.status(text(item, "status")),
                    text(item, "trigger"),
                    style.distance(text(item, "started")),
                    style.taken(text(item, "started"), text(item, "finished")));
        }
        return table;
    }

    @Override
    String none() {
        return "No execution matches.";
    }
}

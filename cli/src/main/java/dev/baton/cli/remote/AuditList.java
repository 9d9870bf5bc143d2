package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code baton audit}. */
@Command(
        name = "audit",
        description = "List the audit log, newest first.",
        footer = {"  baton audit --since 24h", "  baton audit --action executions.cancel --json"})
final class AuditList extends ListCommand {

    /** A time with fractions of a second, which no person wants to read. */
    private static final Pattern FRACTION = Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z$");

    @Option(names = "--actor", paramLabel = "NAME", description = "Only actions of the token with this name.")
    private @Nullable String actor;

    @Option(names = "--action", paramLabel = "ACTION", description = "Only this: jobs.trigger, executions.cancel, …")
    private @Nullable String action;

    @Option(names = "--target", paramLabel = "NAME", description = "Only actions on this target.")
    private @Nullable String target;

    @Option(names = "--since", paramLabel = "TIME", description = "Only since: 2h, 30d, 2026-11-15.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only before: 2h, 30d, 2026-11-15.")
    private @Nullable String until;

    AuditList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        Query query = Query.NONE
                .with("actor", actor)
                .with("action", action)
                .with("target", target)
                .with("from", since == null ? null : Since.past("--since", since, clock()))
                .with("to", until == null ? null : Since.past("--until", until, clock()));
        return api.list("/audit", query, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table = new Table(style, "WHEN", "WHO", "DID", "TO", "DETAIL").whole("WHEN", "DID");
        for (JsonNode item : items) {
            table.add(
                    style.distance(text(item, "time")),
                    text(item, "actor"),
                    text(item, "action"),
                    text(item, "target"),
                    detail(item.path("detail")));
        }
        return table;
    }

    private static String detail(JsonNode detail) {
        return detail.properties().stream()
                .map(entry -> entry.getKey() + "="
                        + (entry.getValue().isString()
                                ? FRACTION.matcher(entry.getValue().stringValue())
                                        .replaceFirst("$1Z")
                                : entry.getValue().toString()))
                .collect(Collectors.joining(" "));
    }

    @Override
    String none() {
        return "No entry matches.";
    }
}

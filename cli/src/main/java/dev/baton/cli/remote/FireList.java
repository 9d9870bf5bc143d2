package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import dev.baton.cli.output.Terminal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton fires}. */
@Command(
        name = "fires",
        description = "List the next fires of all jobs and workflows, or of some, for the next 24 hours.",
        footer = {"  baton fires", "  baton fires etl report --to 7d"})
final class FireList extends ListCommand {

    /** The least columns in which a moment stands beside a name; with less, how far away it is says more than half a date. */
    private static final int FOR_MOMENTS = 70;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Only those of these jobs and workflows.")
    private List<String> names = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "The beginning: 2h from now, 2026-11-15. Default: now.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "The end: 7d from now, 2026-11-15. Default: a day later.")
    private @Nullable String to;

    FireList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            found.add(new Lookup(api).definition(name).name());
        }
        Query query = Query.NONE
                .with("name", found)
                .with("from", from == null ? null : Since.future("--from", from, clock()))
                .with("to", to == null ? null : Since.future("--to", to, clock()));
        return api.list("/fires", query, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "time") + " " + text(item, "name");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table = new Table(style, "WHEN", "NAME", "WHAT").whole("WHEN");
        int columns = style.terminal().columns();
        boolean narrow = columns != Terminal.UNLIMITED && columns < FOR_MOMENTS;
        for (JsonNode item : items) {
            table.add(
                    narrow ? style.distance(text(item, "time")) : style.moment(text(item, "time")),
                    text(item, "name"),
                    item.path("workflow").asBoolean(false) ? "workflow" : "job");
        }
        return table;
    }

    @Override
    String none() {
        return "Nothing fires in that time.";
    }
}

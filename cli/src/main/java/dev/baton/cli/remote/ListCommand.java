package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** A command that lists things: as a table, as names or ids alone, or as JSON. */
abstract class ListCommand extends ReadCommand {

    private static final int MOST = 1_000_000;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "50",
            description = "How many to list at most. Default: 50.")
    private int limit = 50;

    @Option(names = "--all", description = "List all of them.")
    private boolean all;

    ListCommand(Surroundings surroundings) {
        super(surroundings);
    }

    /** Reads the first ones. */
    abstract List<JsonNode> read(Api api, int most) throws InterruptedException;

    /** The name or id that identifies one item in quiet output. */
    abstract String nameOf(JsonNode item);

    /** All of them, for people. */
    abstract Table table(Style style, List<JsonNode> items);

    /** The sentence for when there are none. */
    abstract String none();

    @Override
    public final Integer call() throws InterruptedException {
        if (limit < 1 || limit > MOST) {
            throw bad("-n: it is a number from 1 to " + MOST + ", not " + limit);
        }
        int most = all ? MOST : limit;
        // One more than is shown says whether there are more.
        List<JsonNode> found = read(api(), most + 1);
        List<JsonNode> shown = found.size() > most ? found.subList(0, most) : found;
        if (json()) {
            printJson(shown);
        } else if (quiet()) {
            shown.forEach(item -> out().println(nameOf(item)));
        } else if (shown.isEmpty()) {
            err().println(none());
        } else {
            print(table(style(), shown).lines());
            if (found.size() > most) {
                err().println("There are more: -n lists as many as you want, --all lists all.");
            }
        }
        return ExitCode.OK;
    }
}

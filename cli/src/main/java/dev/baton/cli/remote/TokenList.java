package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Ids;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code baton token list}: lists tokens, without their secrets. */
@Command(
        name = "list",
        description = "List tokens, newest first, without their secrets.",
        footer = {"  baton token list", "  baton token list --json"})
final class TokenList extends ListCommand {

    static final String PATH = "/tokens";

    TokenList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        return api.list(PATH, Query.NONE, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        Table table =
                new Table(style, "ID", "NAME", "ROLE", "BEGINS", "CREATED", "LAST USED", "EXPIRES").whole("ID", "NAME");
        Ids ids = Ids.of(items.stream().map(this::nameOf).toList());
        for (JsonNode item : items) {
            table.add(
                    ids.shortened(text(item, "id")),
                    text(item, "name"),
                    text(item, "role"),
                    text(item, "prefix"),
                    style.distance(text(item, "created")),
                    item.has("last_used") ? style.distance(text(item, "last_used")) : "never",
                    ends(style, item));
        }
        return table;
    }

    private static String ends(Style style, JsonNode token) {
        if (token.has("revoked")) {
            return "revoked " + style.distance(text(token, "revoked"));
        }
        return token.has("expires") ? style.distance(text(token, "expires")) : "never";
    }

    @Override
    String none() {
        return "There are no tokens.";
    }
}

package dev.baton.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code baton token list}: lists tokens, without their secrets. */
@Command(
        name = "list",
        description = "List the tokens of a running server, newest first, without their secrets.",
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
final class TokenListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--json", description = "Print a list of objects.")
    private boolean json;

    @Mixin
    private final ClientOptions options;

    TokenListCommand(Map<String, String> environment) {
        this.options = new ClientOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<JsonNode> tokens = all(options.client());
        if (json) {
            List<Object> plain = tokens.stream().map(ServerClient::plain).toList();
            spec.commandLine().getOut().println(Json.write(plain));
        } else {
            TextTable table = new TextTable("ID", "NAME", "ROLE", "BEGINS", "CREATED", "LAST USED", "ENDS");
            tokens.forEach(token -> add(table, token));
            table.lines().forEach(spec.commandLine().getOut()::println);
        }
        return CommandLine.ExitCode.OK;
    }

    private static List<JsonNode> all(ServerClient client) throws InterruptedException {
        List<JsonNode> tokens = new ArrayList<>();
        String next = "";
        do {
            String cursor = next.isEmpty() ? "" : "?cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
            JsonNode page = client.get(TokenCommand.PATH + cursor);
            page.path("items").forEach(tokens::add);
            next = page.path("next").asString("");
        } while (!next.isEmpty());
        return tokens;
    }

    private static void add(TextTable table, JsonNode token) {
        table.add(
                text(token, "id"),
                text(token, "name"),
                text(token, "role"),
                text(token, "prefix"),
                text(token, "created"),
                token.has("last_used") ? text(token, "last_used") : "never",
                token.has("revoked")
                        ? "revoked " + text(token, "revoked")
                        : token.has("expires") ? text(token, "expires") : "never");
    }

    private static String text(JsonNode token, String field) {
        return token.path(field).asString("");
    }
}

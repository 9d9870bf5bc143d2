package dev.baton.cli;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.ClientOptions;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Table;
import dev.baton.cli.output.Version;
import java.util.List;
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
        versionProvider = Version.class)
final class TokenListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--json", description = "Print a list of objects.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the ids.")
    private boolean quiet;

    @Mixin
    private final ClientOptions options;

    private final Surroundings here;

    TokenListCommand(Surroundings here) {
        this.here = here;
        this.options = new ClientOptions(here.environment());
    }

    @Override
    public Integer call() throws InterruptedException {
        List<JsonNode> tokens = options.client().list(TokenCommand.PATH, Query.NONE, Integer.MAX_VALUE);
        if (json) {
            List<Object> plain = tokens.stream().map(Api::plain).toList();
            spec.commandLine().getOut().println(Json.write(plain));
        } else if (quiet) {
            tokens.forEach(token -> spec.commandLine().getOut().println(text(token, "id")));
        } else {
            Table table = new Table(here.style(), "ID", "NAME", "ROLE", "BEGINS", "CREATED", "LAST USED", "ENDS");
            tokens.forEach(token -> add(table, token));
            table.lines().forEach(spec.commandLine().getOut()::println);
        }
        return CommandLine.ExitCode.OK;
    }

    private static void add(Table table, JsonNode token) {
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

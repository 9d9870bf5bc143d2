package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton token revoke}: revokes a token. */
@Command(
        name = "revoke",
        description = "Revoke a token: the token and its sessions become invalid at once.",
        footer = {"  baton token revoke ci", "  baton token revoke 9f1c1f0e"})
final class TokenRevoke extends RemoteCommand {

    private static final int MOST = 10_000;

    @Parameters(paramLabel = "TOKEN", description = "The token's name or id, or the beginning of one.")
    private String token = "";

    TokenRevoke(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        List<JsonNode> valid = api.list(TokenList.PATH, Query.NONE, MOST).stream()
                .filter(candidate -> !candidate.has("revoked"))
                .toList();
        JsonNode found = Lookup.only(valid, token, "token");
        api.delete(TokenList.PATH + "/" + text(found, "id"));
        out().println("Token " + text(found, "name") + " (" + text(found, "id") + ") is revoked.");
        return ExitCode.OK;
    }
}

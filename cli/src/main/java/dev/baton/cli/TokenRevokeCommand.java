package dev.baton.cli;

import dev.baton.cli.client.ClientOptions;
import dev.baton.cli.output.Version;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton token revoke}: revokes a token. */
@Command(
        name = "revoke",
        description = "Revoke a token: the token and its sessions become invalid at once.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TokenRevokeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The token's id, as 'baton token list' shows it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private UUID id;

    @Mixin
    private final ClientOptions options;

    TokenRevokeCommand(Map<String, String> environment) {
        this.options = new ClientOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        options.client().delete(TokenCommand.PATH + "/" + id);
        spec.commandLine().getOut().println("Token " + id + " is revoked.");
        return CommandLine.ExitCode.OK;
    }
}

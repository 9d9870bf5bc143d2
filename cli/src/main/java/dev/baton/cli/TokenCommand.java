package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code baton token}: makes, lists and revokes tokens of a running server. */
@Command(
        name = "token",
        description = "Create, list and revoke the tokens of a running server.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TokenCommand implements Callable<Integer> {

    static final String PATH = "/tokens";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private TokenCommand() {}

    /** The command with its sub-commands. */
    static CommandLine commandLine(Surroundings here) {
        return new CommandLine(new TokenCommand())
                .addSubcommand(new TokenCreateCommand(here.environment()))
                .addSubcommand(new TokenListCommand(here))
                .addSubcommand(new TokenRevokeCommand(here.environment()));
    }

    /** Without a command there is nothing to do: that is bad input. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}

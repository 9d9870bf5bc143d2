package dev.baton.cli;

import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton completion}: prints what a shell needs to complete command lines. */
@Command(
        name = "completion",
        description = "Print a script that lets a shell complete commands, options, and names from the server.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(baton completion bash)",
            "  baton completion zsh > \"${fpath[1]}/_baton\"",
            "  baton completion fish > ~/.config/fish/completions/baton.fish"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CompletionCommand implements Callable<Integer> {

    /** The shells there is a script for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Shell shell;

    @Override
    public Integer call() {
        String file = "completion." + shell;
        try (InputStream script =
                Objects.requireNonNull(CompletionCommand.class.getClassLoader().getResourceAsStream(file), file)) {
            spec.commandLine().getOut().print(new String(script.readAllBytes(), StandardCharsets.UTF_8));
            spec.commandLine().getOut().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ExitCode.OK;
    }
}

package dev.baton.cli;

import dev.baton.cli.input.ParameterTexts;
import dev.baton.cli.output.Terminal;
import dev.baton.server.LocalRun;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton run}: runs a workflow or job of a file once, in the foreground, without a server. */
@Command(
        name = "run",
        description = "Run a workflow or job of a file once, in the foreground, without a server.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton run etl.toml",
            "  baton run baton.toml nightly --param rows=100 --plain",
            "",
            "Ctrl-C cancels the execution; its final step still runs.",
            "Exit code: 0 when it succeeds, 1 when it fails, 130 after Ctrl-C."
        })
final class RunCommand extends LocalCommand {

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "The configuration, in TOML. Its schedules do not fire.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The workflow or job. Not needed when the file defines only one.")
    private @Nullable String name;

    @Option(names = "--param", paramLabel = "NAME=VALUE", description = "A parameter. May be given several times.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--plain", description = "Print events and what the steps print, instead of drawing.")
    private boolean plain;

    RunCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Configuration configuration =
                new ConfigLoader(environment, Set.of()).load(file).orThrow();
        Choices.Choice chosen;
        LocalRun.Order order;
        try {
            chosen = new Choices(configuration.definitions()).choose(name);
            order = new LocalRun.Order(
                    configuration, chosen.name(), ParameterTexts.values(parameters, chosen.parameters()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), String.valueOf(e.getMessage()), e);
        }
        Terminal shown = plain ? Terminal.none(terminal.charset()) : terminal.measured();
        return new Foreground(chosen.steps(), shown, spec().commandLine().getOut())
                .run((listener, log) -> FileStage.open(order, listener, log));
    }
}

package dev.baton.cli;

import dev.baton.error.BatonException;
import dev.baton.error.DidYouMean;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command. Exit codes: 0 when all went well, 1 when something failed, 2 when the input was bad. */
@Command(
        name = "baton",
        description = "Jobs that hand over to one another: a job scheduler for the JVM.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Exit codes: 0 success, 1 failure, 2 bad input.", "'baton COMMAND --help' says more on a command."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Main() {}

    /** Runs a command and ends the program. */
    public static void main(String[] args) {
        Terminal terminal = Terminal.detect(System.getenv());
        CommandLine baton = commandLine(Clock.systemUTC(), terminal)
                .setOut(new PrintWriter(System.out, true, terminal.charset()))
                .setErr(new PrintWriter(System.err, true, terminal.charset()));
        System.exit(baton.execute(args));
    }

    /** The command with all its sub-commands. */
    static CommandLine commandLine(Clock clock, Terminal terminal) {
        return new CommandLine(new Main())
                .addSubcommand(new ServerCommand(System.getenv()))
                .addSubcommand(new CronCommand(clock))
                .addSubcommand(new DemoCommand(terminal))
                // An argument like @daily is a schedule here, not the name of a file with arguments.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Main::badInput)
                .setExecutionExceptionHandler(Main::failed);
    }

    /** Without a command there is nothing to do: that is bad input. */
    @Override
    public Integer call() {
        CommandLine baton = spec.commandLine();
        baton.usage(baton.getErr());
        return CommandLine.ExitCode.USAGE;
    }

    private static int badInput(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText(name + ": " + message(problem)));
        boolean suggested = UnmatchedArgumentException.printSuggestions(problem, err);
        if (!suggested && problem instanceof UnmatchedArgumentException && command.getParent() == null) {
            Set<String> commands = command.getSubcommands().keySet();
            String given = command.getUnmatchedArguments().get(0);
            err.println("The commands are " + String.join(", ", commands) + "." + DidYouMean.sentence(given, commands));
        }
        err.println("Try '" + name + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    /** What is missing is often there, and was taken for an option because it begins like one. */
    private static String message(ParameterException problem) {
        List<String> unknown = problem.getCommandLine().getUnmatchedArguments();
        return problem instanceof MissingParameterException && !unknown.isEmpty()
                ? "Unknown option: '" + unknown.get(0) + "'. What begins with a dash and is none goes behind --."
                : Objects.requireNonNullElse(problem.getMessage(), "");
    }

    private static int failed(Exception problem, CommandLine command, @Nullable ParseResult arguments) {
        if (problem instanceof BatonException) {
            String name = command.getCommandSpec().qualifiedName();
            command.getErr().println(command.getColorScheme().errorText(name + ": " + problem.getMessage()));
        } else {
            problem.printStackTrace(command.getErr());
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Knows the version from the jar's manifest; classes outside a jar have none. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {
                "baton " + (version == null ? "(development)" : version),
                "java " + Runtime.version() + " on " + System.getProperty("os.name")
            };
        }
    }
}

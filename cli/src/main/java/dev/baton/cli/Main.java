package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.BadTextException;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Terminal;
import dev.baton.cli.output.Version;
import dev.baton.error.BatonException;
import dev.baton.error.DidYouMean;
import dev.baton.server.CannotStartException;
import dev.baton.server.spec.document.InvalidDocumentException;
import dev.baton.worker.wire.Durations;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code baton} command. Exit codes: 0 when all went well, 1 when something failed, 2 when the input was bad. */
@Command(
        name = "baton",
        description = "Baton is a job scheduler for the JVM: jobs, workflows, schedules and workers.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Exit codes: 0 success, 1 failure, 2 bad input, 124 a timeout, 130 Ctrl-C.",
            "'baton COMMAND --help' describes a command."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Main() {}

    /** Runs a command and ends the program. */
    public static void main(String[] args) {
        Terminal terminal = Terminal.detect(System.getenv());
        Surroundings here = new Surroundings(Clock.system(ZoneId.systemDefault()), terminal, System.getenv());
        CommandLine baton = commandLine(here, args)
                .setOut(new PrintWriter(System.out, true, terminal.charset()))
                .setErr(new PrintWriter(System.err, true, terminal.charset()));
        System.exit(baton.execute(args));
    }

    /** The command with all its sub-commands. */
    static CommandLine commandLine(Surroundings here) {
        return commandLine(here, new String[0]);
    }

    /** The command with the sub-command that arguments name, or all of them where they name none. */
    static CommandLine commandLine(Surroundings here, String[] args) {
        Map<String, Supplier<CommandLine>> all = Commands.of(here);
        Supplier<CommandLine> named = args.length == 0 ? null : all.get(args[0]);
        CommandLine baton = new CommandLine(new Main());
        if (named != null) {
            baton.addSubcommand(args[0], named.get());
        } else {
            all.forEach((name, command) -> baton.addSubcommand(name, command.get()));
        }
        // An argument like @daily is a schedule here, not the name of a file with arguments.
        return baton.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, Main::duration)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Main::badInput)
                .setExecutionExceptionHandler(Main::failed);
    }

    private static Duration duration(String text) {
        return Durations.parse(text)
                .orElseThrow(() ->
                        new TypeConversionException("\"" + text + "\" is not a duration such as 90s, 2h30m or 30d"));
    }

    /** Without a command there is nothing to do: that is bad input. */
    @Override
    public Integer call() {
        CommandLine baton = spec.commandLine();
        baton.usage(baton.getErr());
        return ExitCode.BAD_INPUT;
    }

    private static int badInput(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        List<String> unmatched = command.getUnmatchedArguments();
        if (command.getParent() == null
                && !unmatched.isEmpty()
                && !unmatched.get(0).startsWith("-")) {
            unknownCommand(command, unmatched.get(0));
        } else {
            err.println(command.getColorScheme().errorText(name + ": " + message(problem)));
            UnmatchedArgumentException.printSuggestions(problem, err);
        }
        err.println("Try '" + name + " --help'.");
        return ExitCode.BAD_INPUT;
    }

    private static void unknownCommand(CommandLine baton, String given) {
        Set<String> commands = new LinkedHashSet<>();
        baton.getSubcommands().forEach((known, sub) -> {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                commands.add(known);
            }
        });
        String like = DidYouMean.sentence(given, commands);
        baton.getErr()
                .println(baton.getColorScheme().errorText("baton: there is no command \"" + given + "\"." + like));
        if (like.isEmpty()) {
            baton.getErr().println("The commands are " + String.join(", ", commands) + ".");
        }
    }

    /** The message for a problem. A missing argument is often there, and was taken for an option because it begins with a dash. */
    private static String message(ParameterException problem) {
        List<String> unknown = problem.getCommandLine().getUnmatchedArguments();
        return problem instanceof MissingParameterException && !unknown.isEmpty()
                ? "Unknown option: '" + unknown.get(0) + "'. Put arguments that begin with a dash after --."
                : Objects.requireNonNullElse(problem.getMessage(), "").replace("option option", "option");
    }

    private static int failed(Exception problem, CommandLine command, @Nullable ParseResult arguments) {
        String name = command.getCommandSpec().qualifiedName();
        if (problem instanceof InvalidDocumentException) {
            command.getErr().println(problem.getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (problem instanceof BadTextException) {
            command.getErr().println(command.getColorScheme().errorText(name + ": " + problem.getMessage()));
            command.getErr().println("Try '" + name + " --help'.");
            return ExitCode.BAD_INPUT;
        }
        if (problem instanceof CommandFailedException failure) {
            command.getErr().println(command.getColorScheme().errorText(name + ": " + problem.getMessage()));
            failure.remedy().lines().forEach(line -> command.getErr().println("  " + line));
            return failure.exitCode();
        }
        if (problem instanceof BatonException || problem instanceof CannotStartException) {
            command.getErr().println(command.getColorScheme().errorText(name + ": " + problem.getMessage()));
        } else {
            problem.printStackTrace(command.getErr());
        }
        return ExitCode.FAILED;
    }
}

package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.BadTextException;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Terminal;
import dev.baton.cli.output.Version;
import dev.baton.cli.output.WatchedOutput;
import dev.baton.error.BatonException;
import dev.baton.server.CannotStartException;
import dev.baton.server.spec.document.InvalidDocumentException;
import dev.baton.worker.wire.Durations;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
        // Not System.out, which keeps to itself that it could not be written.
        WatchedOutput output = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(new BufferedOutputStream(output), true, terminal.charset());
        CommandLine baton = commandLine(here, meant(args))
                .setOut(out)
                .setErr(new PrintWriter(System.err, true, terminal.charset()));
        int code = baton.execute(meant(args));
        out.flush();
        if (!output.problem().isEmpty()) {
            baton.getErr().println("baton: the output could not be written: " + output.problem());
        }
        System.exit(code == ExitCode.OK && !output.problem().isEmpty() ? ExitCode.FAILED : code);
    }

    /** Understands what people try first at a command that they do not know: {@code help}, {@code version}. */
    static String[] meant(String[] args) {
        String first = args.length == 0 ? "" : args[0];
        if (first.equals("version")) {
            return new String[] {"--version"};
        }
        if (!first.equals("help")) {
            return args;
        }
        String[] help = Arrays.copyOfRange(args, 1, args.length + 1);
        help[args.length - 1] = "--help";
        return help;
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
                .setParameterExceptionHandler(BadArguments::report)
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

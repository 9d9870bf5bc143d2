package dev.baton.cli;

import dev.baton.cli.output.ExitCode;
import dev.baton.error.DidYouMean;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Says what is wrong with the arguments of a command, and which command, option or value was probably meant. */
final class BadArguments {

    private BadArguments() {}

    /** Prints the message for a problem; returns the exit code. */
    static int report(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        List<String> unmatched = command.getUnmatchedArguments();
        if (command.getParent() == null
                && !unmatched.isEmpty()
                && !unmatched.get(0).startsWith("-")) {
            unknownCommand(command, unmatched.get(0));
        } else {
            String message = unknownOption(command)
                    .or(() -> unknownSubcommand(command, args))
                    .or(() -> unknownWord(problem))
                    .orElseGet(() -> message(problem));
            err.println(command.getColorScheme().errorText(name + ": " + message));
        }
        err.println("Try '" + name + " --help'.");
        return ExitCode.BAD_INPUT;
    }

    private static void unknownCommand(CommandLine baton, String given) {
        Set<String> commands = visible(baton);
        String like = DidYouMean.sentence(given, commands);
        baton.getErr()
                .println(baton.getColorScheme().errorText("baton: there is no command \"" + given + "\"." + like));
        if (like.isEmpty()) {
            baton.getErr().println("The commands are " + String.join(", ", commands) + ".");
        }
    }

    private static Set<String> visible(CommandLine command) {
        Set<String> names = new LinkedHashSet<>();
        command.getSubcommands().forEach((known, sub) -> {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                names.add(known);
            }
        });
        return names;
    }

    /** An argument that begins with a dash and is no option. It may be meant as a value. */
    private static Optional<String> unknownOption(CommandLine command) {
        return command.getUnmatchedArguments().stream()
                .filter(given -> given.startsWith("-") && given.length() > 1)
                .findFirst()
                .map(given -> {
                    List<String> options = new ArrayList<>();
                    for (OptionSpec option : command.getCommandSpec().options()) {
                        options.addAll(List.of(option.names()));
                    }
                    String like = DidYouMean.sentence(given.replaceFirst("=.*", ""), options);
                    boolean takesArguments =
                            !command.getCommandSpec().positionalParameters().isEmpty();
                    String dash = takesArguments ? " Put arguments that begin with a dash after --." : "";
                    return "there is no option \"" + given + "\"." + (like.isEmpty() ? dash : like);
                });
    }

    /** A word in the place of a sub-command, which the command of the group has taken for its own argument. */
    private static Optional<String> unknownSubcommand(CommandLine group, String[] args) {
        boolean isMeant = !group.getSubcommands().isEmpty()
                && !group.getUnmatchedArguments().isEmpty()
                && args.length > 1
                && !args[1].startsWith("-");
        if (!isMeant) {
            return Optional.empty();
        }
        Set<String> commands = visible(group);
        String like = DidYouMean.sentence(args[1], commands);
        return Optional.of("there is no command \"" + args[0] + " " + args[1] + "\"."
                + (like.isEmpty() ? " The commands are " + String.join(", ", commands) + "." : like));
    }

    /** A value that is none of a few words. */
    private static Optional<String> unknownWord(ParameterException problem) {
        ArgSpec argument = problem.getArgSpec();
        String given = problem.getValue();
        if (argument == null || given == null || !argument.type().isEnum()) {
            return Optional.empty();
        }
        List<String> words = Arrays.stream(argument.type().getEnumConstants())
                .map(word -> word.toString().toLowerCase(Locale.ROOT))
                .toList();
        if (words.contains(given.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        String what = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        // The words of other schedulers come to mind by their beginning: cron for crontab.
        Stream<String> longer = words.stream().filter(word -> word.startsWith(given.toLowerCase(Locale.ROOT)));
        String like = longer.findFirst()
                .map(word -> " Did you mean \"" + word + "\"?")
                .orElseGet(() -> DidYouMean.sentence(given, words));
        return Optional.of(what + ": \"" + given + "\" is none of " + String.join(", ", words) + "." + like);
    }

    private static String message(ParameterException problem) {
        List<String> unknown = problem.getCommandLine().getUnmatchedArguments();
        return !(problem instanceof MissingParameterException) && !unknown.isEmpty()
                ? "nothing is done with \"" + unknown.get(0) + "\"; quote an argument that has spaces in it"
                : Objects.requireNonNullElse(problem.getMessage(), "").replace("option option", "option");
    }
}

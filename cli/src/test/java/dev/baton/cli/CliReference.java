package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes docs/reference/cli.md from the help of the commands. */
final class CliReference {

    private static final Set<String> EVERYWHERE = Set.of("--help", "--version");
    private static final Set<String> OF_THE_SERVER =
            Set.of("--server", "--token", "--token-file", "--profile", "--data-dir");

    private final StringBuilder text = new StringBuilder();
    private final CommandLine baton =
            Main.commandLine(new Surroundings(Clock.systemUTC(), Terminal.none(StandardCharsets.UTF_8), Map.of()));

    static String write() {
        CliReference reference = new CliReference();
        reference.begin();
        List<CommandLine> commands = reference.visible(reference.baton);
        commands.forEach(command -> reference.command(command, 2));
        return reference.text.toString().stripTrailing() + "\n";
    }

    private List<CommandLine> visible(CommandLine parent) {
        List<CommandLine> all = new ArrayList<>();
        parent.getSubcommands().values().forEach(command -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                all.add(command);
            }
        });
        return all;
    }

    private void begin() {
        text.append("""
                # Command line reference

                Written by the build from the commands themselves; [the tour](../guide/cli.md) shows them at work. \
                `baton COMMAND --help` says the same in a terminal.

                | exit code | meaning |
                | --- | --- |
                | 0 | the command did what it was asked to; with `--wait`, the execution succeeded |
                | 1 | something failed: the execution, the request, the connection |
                | 2 | the command line or a file was wrong, and nothing was done (`doctor`: failures) |
                | 124 | `--timeout` passed first; what was waited for goes on |
                | 130 | Ctrl-C |

                """);
        text.append("| command | |\n| --- | --- |\n");
        visible(baton)
                .forEach(command -> text.append("| [`")
                        .append(command.getCommandName())
                        .append("`](#baton-")
                        .append(command.getCommandName())
                        .append(") | ")
                        .append(first(command.getCommandSpec()))
                        .append(" |\n"));
        text.append("\nCommands for a running server take these options to say which one, and who asks:\n\n");
        options(find("jobs").getCommandSpec().options().stream()
                .filter(option -> OF_THE_SERVER.contains(option.longestName()))
                .toList());
        text.append("\nEvery command has `--help` and `--version`.\n");
    }

    private CommandLine find(String name) {
        return baton.getSubcommands().get(name);
    }

    private void command(CommandLine command, int level) {
        CommandSpec spec = command.getCommandSpec();
        text.append('\n')
                .append("#".repeat(level))
                .append(' ')
                .append(spec.qualifiedName())
                .append("\n\n");
        text.append(description(spec)).append("\n\n");
        text.append("```\n").append(synopsis(spec)).append("\n```\n");
        List<ArgSpec> arguments = new ArrayList<>(spec.positionalParameters());
        boolean remote =
                spec.optionsMap().containsKey("--data-dir") && spec.optionsMap().containsKey("--profile");
        spec.options().stream()
                .filter(option -> !EVERYWHERE.contains(option.longestName()))
                .filter(option -> !remote || !OF_THE_SERVER.contains(option.longestName()))
                .forEach(arguments::add);
        if (!arguments.isEmpty()) {
            text.append('\n');
            options(arguments);
        }
        examples(spec);
        List<String> same = new ArrayList<>();
        for (CommandLine sub : visible(command)) {
            CommandLine top = find(sub.getCommandName());
            boolean known = top != null
                    && top.getCommandSpec().userObject().getClass()
                            == sub.getCommandSpec().userObject().getClass();
            if (known) {
                same.add("[`" + sub.getCommandName() + "`](#baton-" + sub.getCommandName() + ")");
            }
        }
        if (!same.isEmpty()) {
            text.append("\nThe same as the commands of these names: ")
                    .append(String.join(", ", same))
                    .append(".\n");
        }
        for (CommandLine sub : visible(command)) {
            CommandLine top = find(sub.getCommandName());
            if (top == null
                    || top.getCommandSpec().userObject().getClass()
                            != sub.getCommandSpec().userObject().getClass()) {
                command(sub, level + 1);
            }
        }
    }

    private static String description(CommandSpec spec) {
        return String.join(" ", spec.usageMessage().description());
    }

    private static String first(CommandSpec spec) {
        String whole = description(spec);
        int end = whole.indexOf(". ");
        return cell(end < 0 ? whole : whole.substring(0, end + 1));
    }

    private static String synopsis(CommandSpec spec) {
        StringBuilder line = new StringBuilder(spec.qualifiedName());
        spec.options().stream()
                .filter(OptionSpec::required)
                .forEach(option -> line.append(' ')
                        .append(option.longestName())
                        .append(' ')
                        .append(option.paramLabel()));
        line.append(" [OPTIONS]");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "…" : "");
            line.append(' ').append(parameter.arity().min() == 0 ? "[" + label + "]" : label);
        }
        return line.toString();
    }

    private void options(List<? extends ArgSpec> arguments) {
        text.append("| | |\n| --- | --- |\n");
        for (ArgSpec argument : arguments) {
            String label = argument.paramLabel();
            String names = argument instanceof OptionSpec option
                    ? String.join("`, `", option.names()) + (option.arity().max() > 0 ? " " + label : "")
                    : label;
            text.append("| `").append(cell(names)).append("` | ");
            text.append(cell(words(argument))).append(" |\n");
        }
    }

    private static String words(ArgSpec argument) {
        String words = String.join(" ", argument.description());
        if (argument.completionCandidates() == null) {
            return words;
        }
        List<String> candidates = new ArrayList<>();
        argument.completionCandidates().forEach(candidates::add);
        return words.replace("${COMPLETION-CANDIDATES}", String.join(", ", candidates));
    }

    private void examples(CommandSpec spec) {
        String[] footer = spec.usageMessage().footer();
        if (footer.length > 0) {
            text.append("\n```sh\n");
            for (String line : footer) {
                String plain = String.format(line).strip();
                text.append(
                                plain.isEmpty() || plain.startsWith("baton") || plain.contains("baton ")
                                        ? plain
                                        : "# " + plain)
                        .append('\n');
            }
            text.append("```\n");
        }
    }

    private static String cell(String words) {
        return words.replace("|", "\\|");
    }
}

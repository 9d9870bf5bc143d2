package dev.baton.cli;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.ClientOptions;
import dev.baton.cli.client.Profiles;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code baton complete}: the command that the scripts of {@code baton completion} call. It prints the candidates for
 * the last word, one on each line, and nothing if the shell should complete file names.
 */
@Command(name = "complete", hidden = true, description = "Print candidates for the last word of a command line.")
final class CompleteCommand implements Callable<Integer> {

    private static final int MOST = 200;
    private static final List<String> EXECUTION_STATUSES =
            List.of("running", "held", "success", "partial", "failure", "timeout", "cancelled", "skipped");
    private static final List<String> RUN_STATUSES = List.of(
            "blocked", "pending", "running", "success", "partial", "failure", "timeout", "skipped", "cancelled");

    private final Surroundings here;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "The words, up to the one that is completed.")
    private List<String> words = List.of();

    CompleteCommand(Surroundings here) {
        this.here = here;
    }

    /** Finds the server that an incomplete command line names. */
    @Command
    private static final class ServerOf {

        @Mixin
        private final ClientOptions options;

        ServerOf(Surroundings here) {
            this.options = new ClientOptions(here.environment());
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        String last = last();
        for (String candidate : candidates(last)) {
            if (candidate.startsWith(last)) {
                spec.commandLine().getOut().println(candidate);
            }
        }
        return ExitCode.OK;
    }

    private List<String> candidates(String last) throws InterruptedException {
        CommandLine command = Main.commandLine(here);
        ArgSpec awaited = null;
        int positionals = 0;
        for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
            if (awaited != null) {
                awaited = null;
                continue;
            }
            OptionSpec option = command.getCommandSpec().optionsMap().get(word);
            CommandLine sub = command.getSubcommands().get(word);
            if (option != null) {
                awaited = option.arity().max() > 0 ? option : null;
            } else if (sub != null && positionals == 0) {
                command = sub;
            } else if (!word.startsWith("-")) {
                positionals++;
            }
        }
        if (awaited != null) {
            return values(awaited, command);
        }
        List<String> all = new ArrayList<>();
        if (last.startsWith("-")) {
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .flatMap(option -> Stream.of(option.names()))
                    .filter(name -> name.startsWith("--") || last.equals("-"))
                    .forEach(all::add);
            return all;
        }
        if (positionals == 0) {
            command.getSubcommands().forEach((name, sub) -> {
                if (!sub.getCommandSpec().usageMessage().hidden()) {
                    all.add(name);
                }
            });
        }
        PositionalParamSpec parameter = parameter(command, positionals);
        if (parameter != null) {
            all.addAll(values(parameter, command));
        }
        return all;
    }

    private static @Nullable PositionalParamSpec parameter(CommandLine command, int place) {
        return command.getCommandSpec().positionalParameters().stream()
                .filter(one -> one.index().contains(place) || one.index().isUnspecified())
                .findFirst()
                .orElse(null);
    }

    /** The candidates for an argument: the values of its type, or names from the server. */
    private List<String> values(ArgSpec argument, CommandLine command) throws InterruptedException {
        if (argument.completionCandidates() != null) {
            return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .toList();
        }
        String label = argument.paramLabel();
        if (label.contains("|")) {
            return List.of(label.split("\\|"));
        }
        try {
            return switch (label) {
                case "STATUS" ->
                    command.getCommandSpec().qualifiedName().contains("runs") ? RUN_STATUSES : EXECUTION_STATUSES;
                case "PROFILE" ->
                    List.copyOf(new Profiles(here.environment()).read().byName().keySet());
                case "NAME", "JOB" ->
                    argument.isOption()
                                    && List.of(((OptionSpec) argument).names()).contains("--profile")
                            ? List.copyOf(new Profiles(here.environment())
                                    .read()
                                    .byName()
                                    .keySet())
                            : names(last());
                case "SUBJECT", "EXECUTION", "RUN", "SUBJECT[:CONDITION]" -> subjects(last());
                case "WORKER" -> list("/workers", "name");
                case "QUEUE" -> list("/queues", "name");
                case "SCHEDULE" -> list("/schedules", "name");
                default -> List.of();
            };
        } catch (CommandFailedException | ParameterException e) {
            // Without a server there are no names to complete.
            return List.of();
        }
    }

    private String last() {
        return words.isEmpty() ? "" : words.get(words.size() - 1);
    }

    /** The names of jobs and workflows; after the name of a workflow and a slash, the names of its steps. */
    private List<String> names(String last) throws InterruptedException {
        int slash = last.indexOf('/');
        if (slash > 0) {
            String workflow = last.substring(0, slash);
            return api().get("/workflows/" + Query.segment(workflow))
                    .path("spec")
                    .path("steps")
                    .valueStream()
                    .map(step -> workflow + "/" + Api.text(step, "id"))
                    .toList();
        }
        List<String> names = new ArrayList<>(list("/jobs", "name"));
        names.addAll(list("/workflows", "name"));
        return names;
    }

    private List<String> subjects(String last) throws InterruptedException {
        List<String> all = new ArrayList<>(names(last));
        if (!last.contains("/")) {
            all.addAll(list("/executions", "id"));
        }
        return all;
    }

    private List<String> list(String path, String field) throws InterruptedException {
        return api().list(path, Query.NONE, MOST).stream()
                .map(item -> Api.text(item, field))
                .toList();
    }

    private Api api() {
        ServerOf server = new ServerOf(here);
        CommandLine parser = new CommandLine(server).setUnmatchedArgumentsAllowed(true);
        parser.setUnmatchedOptionsArePositionalParams(false);
        parser.parseArgs(words.subList(0, Math.max(0, words.size() - 1)).toArray(String[]::new));
        return server.options.client();
    }
}

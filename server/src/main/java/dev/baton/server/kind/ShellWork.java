package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command line for a shell.
 *
 * @param command the command for the worker
 */
public record ShellWork(Command.Shell command) implements CommandWork {

    private static final Key<String> LINE = Key.of("line", Types.NON_EMPTY, "The command line.");
    private static final Key<String> SHELL = Key.of("shell", Types.NON_EMPTY, "The shell that runs the command line.")
            .otherwise("/bin/sh");
    private static final Key<List<Integer>> SUCCESS_CODES = Key.of(
                    "success_codes", Types.oneOrMore(Types.integer(0, 255)), "The exit codes that count as success.")
            .otherwise(List.of(0));
    static final Key<String> WORKING_DIRECTORY =
            Key.of("working_directory", Types.NON_EMPTY, "The working directory; the worker's own when left out.");
    static final Key<Duration> STOP_GRACE = Key.of(
                    "stop_grace", Types.DURATION, "Between SIGTERM and SIGKILL for the whole process group.")
            .otherwise(Duration.ofSeconds(2));

    static final CommandKind KIND = new CommandKind(
            "shell",
            LINE,
            List.of(SHELL, SUCCESS_CODES, WORKING_DIRECTORY, STOP_GRACE),
            (command, attempt) -> read(command));

    private static ShellWork read(CommandReader command) {
        return new ShellWork(new Command.Shell(
                command.main(LINE),
                command.get(SHELL),
                command.find(WORKING_DIRECTORY),
                Set.copyOf(command.get(SUCCESS_CODES)),
                command.get(STOP_GRACE)));
    }

    @Override
    public ObjectNode table() {
        return new Out()
                .put(LINE, command.line())
                .put(SHELL, command.shell())
                .put(WORKING_DIRECTORY, command.directory())
                .put(SUCCESS_CODES, command.successCodes().stream().sorted().toList())
                .put(STOP_GRACE, command.stopGrace())
                .json();
    }
}

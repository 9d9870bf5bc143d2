package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt for a language model's command line.
 *
 * @param command the command for the worker
 */
public record ClaudeWork(Command.Claude command) implements CommandWork {

    private static final Key<String> PROMPT = Key.of("prompt", Types.NON_EMPTY, "The prompt for the language model.");
    private static final Key<List<String>> PROGRAM = Key.of(
                    "program",
                    Types.oneOrMore(Types.NON_EMPTY),
                    "The program that receives the prompt, and its arguments; the worker's own when left out.")
            .otherwise(List.of());

    static final CommandKind KIND = new CommandKind(
            "claude",
            PROMPT,
            List.of(PROMPT, PROGRAM, ShellWork.WORKING_DIRECTORY, ShellWork.STOP_GRACE),
            (command, attempt) -> read(command));

    private static ClaudeWork read(CommandReader command) {
        return new ClaudeWork(new Command.Claude(
                command.main(PROMPT),
                command.get(PROGRAM),
                command.find(ShellWork.WORKING_DIRECTORY),
                command.get(ShellWork.STOP_GRACE)));
    }

    @Override
    public ObjectNode table() {
        return new Out()
                .put(PROMPT, command.prompt())
                .put(PROGRAM, command.program())
                .put(ShellWork.WORKING_DIRECTORY, command.directory())
                .put(ShellWork.STOP_GRACE, command.stopGrace())
                .json();
    }
}

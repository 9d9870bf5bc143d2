package dev.baton.server.kind;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import dev.baton.worker.Command;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Java code that a worker has registered by a name.
 *
 * @param command the command for the worker
 */
public record JavaWork(Command.Handler command) implements CommandWork {

    private static final Key<String> HANDLER =
            Key.of("handler", Types.NON_EMPTY, "The name of the handler that a worker has registered.");

    static final CommandKind KIND = new CommandKind(
            "java",
            HANDLER,
            List.of(HANDLER),
            (command, attempt) -> new JavaWork(new Command.Handler(command.main(HANDLER))));

    @Override
    public ObjectNode table() {
        return new Out().put(HANDLER, command.handler()).json();
    }
}

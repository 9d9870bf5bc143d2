package dev.baton.server.kind;

import dev.baton.server.dispatch.Task;
import dev.baton.server.spec.document.Out;
import dev.baton.worker.Command;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Work that is a command for a worker. */
public interface CommandWork extends WorkSpec {

    /** The command for the worker. */
    Command command();

    /** The command as a table. */
    ObjectNode table();

    /** The HTTP request of the command; empty for other commands. */
    default Optional<Command.Http> request() {
        return Optional.empty();
    }

    @Override
    default String kind() {
        return command().kind();
    }

    @Override
    default void write(Out out) {
        out.set(CommandKinds.COMMAND, table());
    }

    @Override
    default Optional<CommandWork> needsOfWorkers() {
        return Optional.of(this);
    }

    @Override
    default Made make(Setting setting) {
        Task task = setting.task(this);
        return new Made(
                task, task.demand(setting.policy().demand()), setting.policy().retry());
    }
}

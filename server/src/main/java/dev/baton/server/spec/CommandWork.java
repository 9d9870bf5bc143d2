package dev.baton.server.spec;

import dev.baton.worker.Command;

/**
 * A worker does it: shell, http, claude or java.
 *
 * @param command what the worker is to do
 */
public record CommandWork(Command command) implements WorkSpec {

    @Override
    public String kind() {
        return command.kind();
    }
}

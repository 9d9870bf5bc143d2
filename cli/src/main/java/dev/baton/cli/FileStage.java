package dev.baton.cli;

import dev.baton.Execution;
import dev.baton.Listener;
import dev.baton.server.LocalRun;
import org.jspecify.annotations.Nullable;

/**
 * An execution of what a file defines.
 *
 * @param local what it runs on
 */
record FileStage(LocalRun local) implements Foreground.Stage {

    static FileStage open(LocalRun.Order order, Listener listener, @Nullable EventLog log) {
        LocalRun.Printed printed = log == null ? (job, lines) -> {} : log::printed;
        return new FileStage(new LocalRun(order, listener, printed));
    }

    @Override
    public Execution execution() {
        return local.execution();
    }

    @Override
    public void start() {
        local.start();
    }

    @Override
    public void close() {
        local.close();
    }
}

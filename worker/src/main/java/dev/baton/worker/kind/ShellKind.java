package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.process.Programs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Runs command lines in a shell. Values reach the command only through its environment: nothing is inserted into the
 * line, so no value can become a command.
 */
public final class ShellKind implements Kind {

    private final ProcessRuns processes;

    /**
     * Runs shells.
     *
     * @param inherited the variables inherited from the worker's environment
     * @param largestOutput the most bytes of an output
     */
    public ShellKind(Programs programs, Map<String, String> inherited, int largestOutput) {
        this.processes = new ProcessRuns(programs, inherited, largestOutput);
    }

    @Override
    public String name() {
        return "shell";
    }

    @Override
    public Result run(Assignment assignment, RunIo io) throws InterruptedException {
        Command.Shell shell = (Command.Shell) assignment.command();
        ProcessRuns.Start start = new ProcessRuns.Start(
                List.of(shell.shell(), "-c", shell.line()),
                shell.directory(),
                null,
                shell.stopGrace(),
                shell.successCodes(),
                piece -> {});
        try {
            ProcessRuns.Ended ended = processes.run(assignment, start, io);
            return ended.succeeded()
                    ? Results.success(ended.output(), ended.code(), ended.steps())
                    : Results.failure("the command " + ended.description(), ended.code());
        } catch (IOException e) {
            return Results.failure(String.valueOf(e.getMessage()));
        }
    }
}

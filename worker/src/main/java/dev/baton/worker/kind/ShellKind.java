package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Result;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Runs command lines in a shell. Values reach the command only through its environment: nothing is inserted into the
 * line, so no value can become a command.
 */
final class ShellKind implements Kind {

    private final ProcessRuns processes;

    /**
     * Runs shells.
     *
     * @param inherited the variables inherited from the worker's environment
     * @param largestOutput the most bytes of an output
     */
    public ShellKind(Launcher launcher, Map<String, String> inherited, int largestOutput) {
        this.processes = new ProcessRuns(launcher, inherited, largestOutput);
    }

    @Override
    public String name() {
        return "shell";
    }

    @Override
    public Result run(Assignment assignment, RunIo io) throws InterruptedException {
        return result(() -> processes.run(assignment, start(assignment), io));
    }

    @Override
    public Result resume(LeftBehind work, RunIo io) throws InterruptedException {
        return result(() -> processes.resume(work, start(work.assignment()), io));
    }

    private static ProcessRuns.Start start(Assignment assignment) {
        Command.Shell shell = (Command.Shell) assignment.command();
        return new ProcessRuns.Start(
                List.of(shell.shell(), "-c", shell.line()),
                shell.directory(),
                null,
                shell.stopGrace(),
                shell.successCodes(),
                piece -> {});
    }

    private static Result result(ProcessRuns.Work work) throws InterruptedException {
        try {
            ProcessRuns.Ended ended = work.toItsEnd();
            return ended.succeeded()
                    ? Results.success(ended.output(), ended.code(), ended.steps())
                    : Results.failure("the command " + ended.description(), ended.code());
        } catch (IOException e) {
            return Results.failure(String.valueOf(e.getMessage()));
        }
    }
}

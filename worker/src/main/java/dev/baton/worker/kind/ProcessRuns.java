package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.NewStep;
import dev.baton.worker.process.Program;
import dev.baton.worker.process.SpooledPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The common part of kinds that start a process. */
final class ProcessRuns {

    private static final int SIGNALS = 128;

    private final Launcher launcher;
    private final Map<String, String> inherited;
    private final int largestOutput;

    ProcessRuns(Launcher launcher, Map<String, String> inherited, int largestOutput) {
        this.launcher = launcher;
        Map<String, String> all = new HashMap<>(inherited);
        all.putAll(launcher.user().variables());
        this.inherited = Map.copyOf(all);
        this.largestOutput = largestOutput;
    }

    /**
     * Runs a program for an assignment, with the assignment's environment, and copies its output to the log.
     *
     * @throws IOException with a message for people if the program cannot be started or its output files cannot be read
     */
    Ended run(Assignment assignment, Start start, RunIo io) throws IOException, InterruptedException {
        try (Launcher.Launch launch = launcher.begin(assignment)) {
            Workplace files = launch.files();
            Path outputFile = files.newFile();
            Path stepsFile = files.newFile();
            Map<String, String> environment =
                    RunEnvironment.of(assignment, inherited, new RunEnvironment.HandOn(outputFile, stepsFile), files);
            String results = assignment.inputs().results();
            if (results != null) {
                environment.put(results, files.newFile(io::results).toString());
            }
            Program program = new Program(
                    start.command(),
                    start.directory() == null ? null : Path.of(start.directory()),
                    environment,
                    start.input(),
                    start.stopGrace());
            return ended(start, io, files, ears -> launch.run(program, ears));
        }
    }

    /** Takes up a program that an earlier process of the worker started for an assignment. */
    Ended resume(LeftBehind command, Start start, RunIo io) throws IOException, InterruptedException {
        try (Launcher.Launch launch = launcher.resume(command)) {
            return ended(start, io, launch.files(), ears -> launch.resume(start.stopGrace(), ears));
        }
    }

    /** The work of a run, to its end. */
    @FunctionalInterface
    interface Work {

        Ended toItsEnd() throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Running {

        int toItsEnd(SpooledPrograms.Ears ears) throws IOException, InterruptedException;
    }

    private Ended ended(Start start, RunIo io, Workplace files, Running running)
            throws IOException, InterruptedException {
        ProcessOutput stdout = new ProcessOutput(io.log(), Stream.STDOUT);
        ProcessOutput stderr = new ProcessOutput(io.log(), Stream.STDERR);
        Consumer<CharSequence> heard = start.listener();
        int code;
        try {
            code = running.toItsEnd(new SpooledPrograms.Ears(
                    piece -> {
                        stdout.write(piece);
                        heard.accept(piece);
                    },
                    stderr::write,
                    io.log()::isFull));
        } finally {
            stdout.end();
            stderr.end();
        }
        boolean succeeded = start.successCodes().contains(code);
        return new Ended(
                code,
                succeeded,
                succeeded ? OutputFile.read(files.first(), largestOutput) : null,
                succeeded ? StepsFile.read(files.second()) : List.of(),
                stderr.lastLine());
    }

    /**
     * The program to start.
     *
     * @param successCodes the exit codes that mean success
     * @param listener receives the standard output, in addition to the log
     */
    record Start(
            List<String> command,
            @Nullable String directory,
            @Nullable String input,
            Duration stopGrace,
            Set<Integer> successCodes,
            Consumer<CharSequence> listener) {}

    /**
     * The end of a program.
     *
     * @param succeeded whether its exit code means success
     * @param output the content of the file that BATON_OUTPUT names; null if it did not succeed
     * @param steps the content of the file that BATON_STEPS names; empty if it did not succeed
     * @param lastLine its last line on standard error
     */
    record Ended(int code, boolean succeeded, @Nullable Object output, List<NewStep> steps, String lastLine) {

        String description() {
            String end = code > SIGNALS
                    ? "ended with exit code %d: signal %d".formatted(code, code - SIGNALS)
                    : "ended with exit code %d".formatted(code);
            return lastLine.isEmpty() ? end : end + ": " + lastLine;
        }
    }
}

package dev.baton.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process with its output in a file.
 *
 * @param process the process
 * @param output the file that has its standard output and error
 */
record Program(Process process, Path output) implements AutoCloseable {

    /** Long, because tests of other modules run beside these on machines with few processors. */
    private static final int MINUTES = 5;

    /** The programs live for seconds: the first compiler is all they need, and leaves the processors to others. */
    static final List<String> JAVA_OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** Starts a program in a directory, with some variables over an environment without any of Baton's. */
    static Program start(Path directory, Map<String, String> environment, List<String> command) {
        try {
            Path output = Files.createTempFile("program", ".out");
            ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command))
                    .directory(directory.toAbsolutePath().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().put("BATON_JAVA_OPTS", String.join(" ", JAVA_OPTIONS));
            builder.environment().putAll(environment);
            return new Program(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program to its end, and returns what it printed. */
    static String run(Path directory, Map<String, String> environment, String... command) throws Exception {
        try (Program program = start(directory, environment, List.of(command))) {
            if (!program.process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new AssertionError(List.of(command) + " did not end: " + program.printed());
            }
            if (program.process.exitValue() != 0) {
                throw new AssertionError(
                        List.of(command) + " ended with " + program.process.exitValue() + ": " + program.printed());
            }
            return program.printed();
        }
    }

    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the process as an operator does, and waits for its end. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            throw new AssertionError("did not stop: " + printed());
        }
    }

    /** Ends it with all that it has started, and waits for that: none of them may write where a test cleans up. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) {
            one.onExit().completeOnTimeout(one, MINUTES, TimeUnit.MINUTES).join();
        }
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.baton.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Signals to processes, and their states, by the operating system. */
final class Processes {

    private static final Path PROC = Path.of("/proc");

    private static final Set<Process> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(Process::destroyForcibly)));
    }

    private Processes() {}

    /** Makes sure that a process does not outlive this one, also when a test fails. A frozen one can be killed as well. */
    static void endWithDriver(Process process) {
        STARTED.removeIf(started -> !started.isAlive());
        STARTED.add(process);
    }

    static void signal(long process, String signal) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes that have this variable in their environment; none where there is no {@code /proc}. */
    static List<Long> withVariable(String variable) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            List<Long> found = new ArrayList<>();
            for (Path entry : entries) {
                long pid = Long.parseLong(entry.getFileName().toString());
                if (variables(pid).contains(variable)) {
                    found.add(pid);
                }
            }
            return found;
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Whether a process has a variable whose name and value begin so. */
    static boolean hasVariable(long pid, String beginning) {
        return variables(pid).stream().anyMatch(variable -> variable.startsWith(beginning));
    }

    /** Its id, and what says whose it is. */
    static String describe(long pid) {
        String command = ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().commandLine())
                .orElse("");
        return pid + " " + command + " "
                + variables(pid).stream()
                        .filter(variable -> variable.startsWith("BATON_RUN_ID=")
                                || variable.startsWith("BATON_ATTEMPT=")
                                || variable.startsWith("BATON_JOB=")
                                || variable.startsWith("FAULTS_NODE="))
                        .sorted()
                        .toList();
    }

    private static List<String> variables(long pid) {
        try {
            return List.of(Files.readString(PROC.resolve(pid + "/environ"), StandardCharsets.ISO_8859_1)
                    .split("\0"));
        } catch (IOException e) {
            // It has ended, or is another user's.
            return List.of();
        }
    }
}
